import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import type { Settings } from '#config/settings.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { createSessionLocks } from '#platform/database/session-locks.ts';
import { passOverForms } from '#platform/http/pass-over-forms.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { Pusher } from '#platform/push/pusher.ts';
import { Publisher } from '#features/realtime/api.ts';
import type { AccountData } from '#features/accounts/api.ts';
import type { Notifier } from './notifier.ts';
import { createNoticeDelivery } from './notice-delivery.ts';
import { createNoticeRepository } from './notice-repository.ts';
import { addNoticeCalls } from './notice-routes.ts';
import { createNotifier } from './notice-writer.ts';
import { readOwnPreferences } from './preferences.ts';
import { createPushSubscriptions, forgetSubscriptionsOf } from './push-subscriptions.ts';
import { addUnsubscribePage } from './unsubscribe-page.ts';
import { createUnsubscribing } from './unsubscribing.ts';

const nothing = z.strictObject({});
export const deliverNoticesJob = defineJob({ name: 'notices.deliver', payload: nothing });
export const forgetNoticesJob = defineJob({ name: 'notices.forget', payload: nothing });

export interface NoticesDependencies {
  readonly database: Database;
  readonly pool: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly pusher: Pusher;
  readonly accountData: AccountData;
  readonly settings: Pick<Settings, 'SITE_NAME' | 'BASE_URL' | 'PORT'>;
}

/**
 * Registers the notice centre and the delivery of notices. Returns what other features notify users
 * with.
 */
export const registerNotices = (
  app: FastifyInstance,
  { database, pool, bus, clock, jobs, mailer, pusher, accountData, settings }: NoticesDependencies,
): Notifier => {
  const notices = createNoticeRepository(database);
  const subscriptions = createPushSubscriptions(database);
  const unsubscribing = createUnsubscribing(database);

  void app.register(async (calls) => {
    passOverForms(calls);
    addNoticeCalls(calls, {
      database,
      clock,
      notices,
      subscriptions,
      unsubscribing,
      mailAvailable: mailer.enabled,
      pushPublicKey: pusher.publicKey,
    });
    addUnsubscribePage(calls, unsubscribing, settings.SITE_NAME);
  });

  accountData.onRegained((transaction, userId) => forgetSubscriptionsOf(transaction, userId));
  accountData.exports('noticePreferences', (userId) => readOwnPreferences(database, userId));

  const deliver = createNoticeDelivery({
    database,
    locks: createSessionLocks(pool),
    clock,
    mailer,
    pusher,
    subscriptions,
    unsubscribing,
    logger: app.log,
    siteName: settings.SITE_NAME,
    baseUrl: settings.BASE_URL ?? `http://localhost:${settings.PORT}`,
  });
  jobs.work(deliverNoticesJob, deliver);
  jobs.schedule(deliverNoticesJob, '* * * * *', {});
  jobs.work(forgetNoticesJob, () => notices.forgetOld(clock.now()));
  jobs.schedule(forgetNoticesJob, '41 3 * * *', {});

  return createNotifier({
    database,
    realtime: new Publisher(bus),
    logger: app.log,
    notices,
    clock,
    available: { mail: mailer.enabled, push: pusher.publicKey !== null },
  });
};
