import { randomBytes } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Call } from '@izgodno/contract/common/call';
import * as calls from '@izgodno/contract/webhooks/calls';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import type { CallHandler } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { ForbiddenIpError } from '#platform/http/ip-guard.ts';
import { pageByTime } from '#platform/http/page-by-time.ts';
import { cutPage, readTimeCursor } from '#platform/http/page-cursor.ts';
import { cutShortList } from '#platform/http/short-list.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Connection, Schema } from '#schema/schema.ts';
import type { WebhooksTable } from '#schema/webhooks.ts';
import { rememberDeals } from './deal-events.ts';
import { skipMessages } from './message-events.ts';
import { enqueueDeliveries, recordFor } from './record-event.ts';
import { writeSecret } from './signature.ts';
import type { WebhooksContext } from './webhooks-context.ts';

type WebhookCall<C extends Call> = CallHandler<WebhooksContext, C>;

/** Of a signature's key; Standard Webhooks asks for 24 to 64. */
const KEY_BYTES = 32;

const present = (row: Selectable<WebhooksTable>): calls.Webhook => ({
  id: row.id,
  url: row.url,
  events: calls.webhookEvents.filter((event) => row.events.includes(event)),
  state: row.state,
  failingSince: row.failing_since?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

/** The webhooks of a user, last made first. */
export const readWebhooksOf = async (
  connection: Connection,
  userId: string,
): Promise<calls.Webhook[]> => {
  const rows = await connection
    .selectFrom('webhooks')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(present);
};

export const listWebhooks: WebhookCall<typeof calls.listWebhooks> = async (
  { database },
  { user, query },
) => {
  const webhooks = await readWebhooksOf(database, user.id);
  const { rows, nextCursor } = cutShortList(webhooks, query, ({ createdAt, id }) => [
    createdAt,
    id,
  ]);
  return { webhooks: rows, nextCursor };
};

/** Names are resolved and checked with each delivery. Throws `validation_failed`. */
const requireAllowed = ({ guard }: WebhooksContext, url: string): void => {
  try {
    guard.check(new URL(url));
  } catch (cause) {
    if (!(cause instanceof ForbiddenIpError)) throw cause;
    const error = {
      code: calls.webhookErrors.forbidden,
      message: 'Not an address of the internet',
    };
    throw new CallError('validation_failed', { fields: { url: error }, cause });
  }
};

/** Throws `validation_failed`, `limit_reached`. */
export const createWebhook: WebhookCall<typeof calls.createWebhook> = async (
  webhooks,
  { user, body: { url, events } },
) => {
  requireAllowed(webhooks, url);
  const now = webhooks.clock.now();
  const secret = randomBytes(KEY_BYTES);
  const row = await webhooks.database.transaction().execute(async (transaction) => {
    await oneAtATime(transaction, `webhooks of ${user.id}`);
    const made = await readWebhooksOf(transaction, user.id);
    if (made.length >= calls.MAX_WEBHOOKS) throw new CallError('limit_reached');
    await rememberDeals(transaction, user.id);
    return transaction
      .insertInto('webhooks')
      .values({
        id: createUuidV7(now),
        user_id: user.id,
        url,
        events: [...new Set(events)],
        secret,
        state: 'enabled',
        failing_since: null,
        created_at: new Date(now),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return { webhook: present(row), secret: writeSecret(secret) };
};

/** Webhooks that are enabled next report nothing of the time in which they were not. */
export const skipMissed = async (
  transaction: Transaction<Schema>,
  userId: string,
): Promise<void> => {
  await rememberDeals(transaction, userId);
  await skipMessages(transaction, userId);
};

/** Turning it on again gives it another week. Throws `validation_failed`, `not_found`. */
export const changeWebhook: WebhookCall<typeof calls.changeWebhook> = async (
  webhooks,
  { user, params, body: { url, events, enabled } },
) => {
  if (url !== undefined) requireAllowed(webhooks, url);
  const row = await webhooks.database.transaction().execute(async (transaction) => {
    await oneAtATime(transaction, `webhooks of ${user.id}`);
    if (enabled === true) await skipMissed(transaction, user.id);
    else if (events?.includes('message.posted') === true) await skipMessages(transaction, user.id);
    return transaction
      .updateTable('webhooks')
      .set({
        url: sql`coalesce(${url ?? null}, url)`,
        events: sql`coalesce(${events === undefined ? null : [...new Set(events)]}::text[], events)`,
        ...(enabled === undefined
          ? {}
          : { state: enabled ? 'enabled' : 'off', failing_since: null }),
      })
      .where('id', '=', params.id)
      .where('user_id', '=', user.id)
      .returningAll()
      .executeTakeFirst();
  });
  if (row === undefined) throw new CallError('not_found');
  return { webhook: present(row) };
};

/** Throws `not_found`, also for another user's webhook. */
export const deleteWebhook: WebhookCall<typeof calls.deleteWebhook> = async (
  { database },
  { user, params },
) => {
  const { numDeletedRows } = await database
    .deleteFrom('webhooks')
    .where('id', '=', params.id)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new CallError('not_found');
  return {};
};

/** Throws `not_found`. */
const requireOwn = async (
  connection: Connection,
  id: string,
  userId: string,
): Promise<calls.WebhookState> => {
  const found = await connection
    .selectFrom('webhooks')
    .select('state')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (found === undefined) throw new CallError('not_found');
  return found.state;
};

/** Throws `not_found`, and `webhook_off`, because nothing would be sent. */
const requireEnabled = async (
  connection: Connection,
  id: string,
  userId: string,
): Promise<void> => {
  if ((await requireOwn(connection, id, userId)) !== 'enabled') throw new CallError('webhook_off');
};

/** Throws `not_found`, `webhook_off`. */
export const testWebhook: WebhookCall<typeof calls.testWebhook> = async (
  webhooks,
  { user, params: { id } },
) => {
  const [deliveryId] = await webhooks.database.transaction().execute(async (transaction) => {
    await requireEnabled(transaction, id, user.id);
    const data = { webhookId: id, message: 'It works.' };
    return recordFor(webhooks, transaction, [
      { webhookId: id, happened: { event: calls.TEST_EVENT, data } },
    ]);
  });
  if (deliveryId === undefined) throw new CallError('not_found');
  return { deliveryId };
};

export const listDeliveries: WebhookCall<typeof calls.listDeliveries> = async (
  { database },
  { user, params: { id }, query: { cursor, limit } },
) => {
  await requireOwn(database, id, user.id);
  const found = await database
    .selectFrom('webhook_deliveries')
    .select(['id', 'event', 'state', 'attempts', 'status', 'error', 'created_at as at'])
    .select('attempted_at')
    .where('webhook_id', '=', id)
    .$call(pageByTime(['created_at', 'id'], 'desc', { after: readTimeCursor(cursor), limit }))
    .execute();
  const { rows, nextCursor } = cutPage(found, limit);
  return {
    deliveries: rows.map((row) => ({
      id: row.id,
      event: row.event,
      state: row.state,
      attempts: row.attempts,
      status: row.status,
      error: row.error,
      createdAt: row.at.toISOString(),
      attemptedAt: row.attempted_at?.toISOString() ?? null,
    })),
    nextCursor,
  };
};

/** Begins a delivery again. Throws `not_found`, `webhook_off`. */
export const redeliver: WebhookCall<typeof calls.redeliver> = async (
  webhooks,
  { user, params: { id, deliveryId } },
) => {
  await requireEnabled(webhooks.database, id, user.id);
  const { numUpdatedRows } = await webhooks.database
    .updateTable('webhook_deliveries')
    .set({ state: 'pending', attempts: 0, status: null, error: null, attempted_at: null })
    .where('id', '=', deliveryId)
    .where('webhook_id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new CallError('not_found');
  enqueueDeliveries(webhooks, [{ id: deliveryId, ownerId: user.id }]);
  return {};
};
