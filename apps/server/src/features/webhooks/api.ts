import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { SECOND_MS } from '@izgodno/contract/common/durations';
import * as calls from '@izgodno/contract/webhooks/calls';
import type { Settings } from '#config/settings.ts';
import { siteOrigin } from '#config/site-origin.ts';
import type { Bus } from '#platform/bus.ts';
import { isRecent } from '#platform/clock.ts';
import { createCallAdder } from '#platform/http/add-call.ts';
import { createIpGuard } from '#platform/http/ip-guard.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Schema } from '#schema/schema.ts';
import type { AccountData, EndAccess } from '#features/accounts/api.ts';
import { runOnDealChanges } from '#features/deals/api.ts';
import { channelTopic } from '#features/realtime/api.ts';
import { recordDealEvents } from './deal-events.ts';
import { deliver, repeat, sweepDeliveries } from './deliver.ts';
import { recordMessageEvents } from './message-events.ts';
import { recordEvents, type UserEvent } from './record-event.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  readWebhooksOf,
  redeliver,
  skipMissed,
  testWebhook,
} from './webhooks.ts';
import { deliverJob, repeatJob, type WebhooksContext } from './webhooks-context.ts';

const none = z.strictObject({});
const dealEventsJob = defineJob({ name: 'webhooks.deals', payload: none });
const messageEventsJob = defineJob({ name: 'webhooks.messages', payload: none });
const sweepDeliveriesJob = defineJob({ name: 'webhooks.sweep', payload: none });

/** From an event to its delivery, in milliseconds, plus the queue's own delay. */
const EVENT_DELAY_MS = SECOND_MS;
/** How long it is known whether any webhook wants messages. */
const WANTED_FRESH_MS = 10 * SECOND_MS;
/** Deliveries of one node at the same time; as many of webhooks that work as of failing ones. */
const CONCURRENCY = 4;

/** Records events for the webhooks of their users, in the same transaction. */
export type RecordEvents = (
  transaction: Transaction<Schema>,
  events: readonly UserEvent[],
) => Promise<void>;

export interface WebhooksDependencies extends Omit<WebhooksContext, 'guard' | 'baseUrl'> {
  readonly bus: Bus;
  readonly accountData: AccountData;
  readonly settings: Pick<Settings, 'BASE_URL' | 'OUTGOING_ALLOW' | 'PORT'>;
}

const addCalls = (app: FastifyInstance, webhooks: WebhooksContext): void => {
  const add = createCallAdder<WebhooksContext>(app, webhooks);
  add(calls.listWebhooks, listWebhooks);
  add(calls.createWebhook, createWebhook);
  add(calls.changeWebhook, changeWebhook);
  add(calls.deleteWebhook, deleteWebhook);
  add(calls.testWebhook, testWebhook);
  add(calls.listDeliveries, listDeliveries);
  add(calls.redeliver, redeliver);
};

const changeStates = async (
  transaction: Transaction<Schema>,
  userId: string,
  [from, to]: readonly [calls.WebhookState, calls.WebhookState],
): Promise<void> => {
  await transaction
    .updateTable('webhooks')
    .set({ state: to })
    .where('user_id', '=', userId)
    .where('state', '=', from)
    .execute();
};

/** Turns off the webhooks of a user, who can turn on again those that are theirs. */
export const disableWebhooksOf: EndAccess = async (transaction, userId) => {
  await changeStates(transaction, userId, ['enabled', 'off']);
  await changeStates(transaction, userId, ['suspended', 'off']);
};

/** Nothing is sent for a suspended user. */
const followAccounts = ({ database }: WebhooksContext, accountData: AccountData): void => {
  accountData.exports('webhooks', (userId) => readWebhooksOf(database, userId));
  accountData.onSuspension({
    suspend: (transaction, userId) => changeStates(transaction, userId, ['enabled', 'suspended']),
    async lift(transaction, userId) {
      // The features before this one have shown the user's deals again.
      await skipMissed(transaction, userId);
      await changeStates(transaction, userId, ['suspended', 'enabled']);
    },
  });
};

/** Enqueues the job of messages soon after one was posted on this node, if a webhook wants it. */
const runOnMessages = (app: FastifyInstance, webhooks: WebhooksContext, bus: Bus): void => {
  const { clock, database, jobs } = webhooks;
  let dueAt = Number.NEGATIVE_INFINITY;
  let known = { isWanted: false, at: Number.NEGATIVE_INFINITY };
  const isWanted = async (): Promise<boolean> => {
    if (isRecent(known.at, clock.now(), WANTED_FRESH_MS)) return known.isWanted;
    const found = await database
      .selectFrom('webhooks')
      .select('id')
      // Constants, as in the index's condition.
      .where(sql<boolean>`state = 'enabled' AND 'message.posted' = ANY(events)`)
      .limit(1)
      .executeTakeFirst();
    known = { isWanted: found !== undefined, at: clock.now() };
    return known.isWanted;
  };
  const enqueue = async (): Promise<void> => {
    if (!(await isWanted())) return;
    const startAfter = new Date(dueAt);
    await jobs.enqueue(messageEventsJob, {}, { startAfter, singletonKey: 'messages' });
  };
  const unsubscribe = bus.subscribe(channelTopic, ({ changes }) => {
    // A pending job will include these.
    if (changes.length === 0 || clock.now() < dueAt) return;
    dueAt = clock.now() + EVENT_DELAY_MS;
    // The schedule finds them too.
    enqueue().catch((error: unknown) => app.log.warn({ err: error }, 'webhooks of messages'));
  });
  app.addHook('onClose', async () => unsubscribe());
};

/** Registers webhooks; returns what records events for them. */
export const registerWebhooks = (
  app: FastifyInstance,
  { bus, accountData, settings, ...shared }: WebhooksDependencies,
): RecordEvents => {
  const webhooks: WebhooksContext = {
    ...shared,
    guard: createIpGuard({ allow: settings.OUTGOING_ALLOW }),
    baseUrl: siteOrigin(settings),
  };
  const { clock, jobs } = webhooks;
  addCalls(app, webhooks);
  followAccounts(webhooks, accountData);
  const lane = { concurrency: CONCURRENCY, groupConcurrency: 1 };
  jobs.work(deliverJob, ({ deliveryId }, signal) => deliver(webhooks, deliveryId, signal), lane);
  jobs.work(repeatJob, ({ deliveryId }, signal) => repeat(webhooks, deliveryId, signal), lane);
  jobs.work(messageEventsJob, () => recordMessageEvents(webhooks));
  jobs.schedule(messageEventsJob, '* * * * *', {});
  jobs.work(sweepDeliveriesJob, () => sweepDeliveries(webhooks));
  jobs.schedule(sweepDeliveriesJob, '*/5 * * * *', {});
  runOnDealChanges(
    app,
    { bus, clock, jobs, delayMs: EVENT_DELAY_MS, cron: '* * * * *' },
    dealEventsJob,
    () => recordDealEvents(webhooks),
  );
  runOnMessages(app, webhooks, bus);
  return (transaction, events) => recordEvents(webhooks, transaction, events);
};
