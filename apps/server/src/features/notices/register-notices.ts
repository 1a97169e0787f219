import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import * as calls from '@izgodno/contract/notices/calls';
import type { Settings } from '#config/settings.ts';
import { siteOrigin } from '#config/site-origin.ts';
import type { Bus } from '#platform/bus.ts';
import { createSessionLocks } from '#platform/database/session-locks.ts';
import { createCallAdder } from '#platform/http/add-call.ts';
import { passOverForms } from '#platform/http/pass-over-forms.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { Publisher } from '#features/realtime/api.ts';
import type { AccountData } from '#features/accounts/api.ts';
import { eraseTraces, eraseTracesJob } from './erase-traces.ts';
import { createNoticeDelivery } from './notice-delivery.ts';
import { createNoticePublisher } from './notice-writer.ts';
import type { NoticesContext } from './notices-context.ts';
import * as notices from './notices.ts';
import type { NoticePublisher } from './notice-publisher.ts';
import * as preferences from './preferences.ts';
import * as pushes from './push-subscriptions.ts';
import { addUnsubscribePage, unsubscribe } from './unsubscribe.ts';

const nothing = z.strictObject({});
const deliverNoticesJob = defineJob({ name: 'notices.deliver', payload: nothing });
const eraseNoticesJob = defineJob({ name: 'notices.forget', payload: nothing });

export interface NoticesDependencies extends Pick<
  NoticesContext,
  'database' | 'clock' | 'mailer' | 'pusher'
> {
  readonly pool: Pool;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly accountData: AccountData;
  readonly settings: Pick<Settings, 'SITE_NAME' | 'BASE_URL' | 'PORT'>;
}

const addNoticeCalls = (app: FastifyInstance, context: NoticesContext): void => {
  const add = createCallAdder(app, context);
  add(calls.listNotices, notices.listNotices);
  add(calls.countUnreadNotices, notices.countUnreadNotices);
  add(calls.markNoticesRead, notices.markNoticesRead);
  add(calls.deleteNotice, notices.deleteNotice);
  add(calls.getNoticePreferences, preferences.getNoticePreferences);
  add(calls.setNoticePreferences, preferences.setNoticePreferences);
  add(calls.addPushSubscription, pushes.addPushSubscription);
  add(calls.removePushSubscription, pushes.removePushSubscription);
  add(calls.unsubscribe, unsubscribe);
};

/**
 * Registers the notice centre and the delivery of notices. Returns what other features notify users
 * with.
 */
export const registerNotices = (
  app: FastifyInstance,
  { pool, bus, jobs, accountData, settings, ...shared }: NoticesDependencies,
): NoticePublisher => {
  const context: NoticesContext = {
    ...shared,
    locks: createSessionLocks(pool),
    logger: app.log,
    publisher: new Publisher(bus),
    siteName: settings.SITE_NAME,
    baseUrl: siteOrigin(settings),
  };

  void app.register(async (routes) => {
    passOverForms(routes);
    addNoticeCalls(routes, context);
    addUnsubscribePage(routes, context);
  });

  const readChoices = async (userId: string) =>
    preferences.splitPreferences(await preferences.readOwnPreferences(context.database, userId));
  accountData.exports('noticePreferences', async (userId) => (await readChoices(userId)).first);
  accountData.exports(
    'laterNoticePreferences',
    async (userId) => (await readChoices(userId)).later,
  );

  accountData.exports('notices', (userId) => notices.readNoticesOf(context.database, userId));
  accountData.exports('pushSubscriptions', (userId) =>
    pushes.readSubscriptionsOf(context.database, userId),
  );

  const deliverNotices = createNoticeDelivery(context);
  jobs.work(deliverNoticesJob, (_payload, signal) => deliverNotices(signal));
  jobs.schedule(deliverNoticesJob, '* * * * *', {});
  jobs.work(eraseNoticesJob, () => notices.eraseOldNotices(context));
  jobs.schedule(eraseNoticesJob, '41 3 * * *', {});

  const publisher = createNoticePublisher(context);
  jobs.work(eraseTracesJob, async (traces) =>
    publisher.announceUnread(await eraseTraces(context, traces)),
  );
  return publisher;
};
