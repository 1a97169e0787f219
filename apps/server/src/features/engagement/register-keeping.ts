import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { wakeOnChanges } from '#features/deals/api.ts';
import { dayOf } from '#platform/networks.ts';
import { type Networks } from '#features/visitors/api.ts';
import type { AccountData } from '#features/accounts/api.ts';
import type { DealCatalogue } from '#features/deals/api.ts';
import type { Notifier } from '#features/notices/api.ts';
import { readMarksOf } from './account-marks.ts';
import { announceCounts } from './count-announcer.ts';
import { tellOfFavorites } from './favorite-alerts.ts';
import { addKeepingCalls } from './keeping-routes.ts';
import { createKeepingService } from './keeping-service.ts';
import { createKeptDeals } from './kept-deals.ts';

const nothing = z.strictObject({});
export const favoriteAlertsJob = defineJob({ name: 'favorites.alert', payload: nothing });
export const announceCountsJob = defineJob({ name: 'deals.announce-counts', payload: nothing });
export const forgetViewersJob = defineJob({ name: 'deals.forget-viewers', payload: nothing });

/** From a change of a favourite to its notice, in milliseconds, plus the queue's own delay. */
const ALERT_DELAY_MS = 500;

/** Trending looks back this far; older views are deleted. */
const VIEWERS_KEPT_DAYS = 8;

export interface KeepingDependencies {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly networks: Networks;
  readonly catalogue: DealCatalogue;
  readonly notifier: Notifier;
  readonly accountData: AccountData;
}

/** Registers favourites, likes and views, and notices about favourites. */
export const registerKeeping = (app: FastifyInstance, dependencies: KeepingDependencies): void => {
  const { database, bus, clock, jobs, networks, catalogue, accountData } = dependencies;
  addKeepingCalls(app, {
    keeping: createKeepingService(dependencies),
    kept: createKeptDeals(database),
    catalogue,
  });

  accountData.exports('favorites', (userId) => readMarksOf(database, 'favorites', userId));
  accountData.exports('likes', (userId) => readMarksOf(database, 'deal_likes', userId));

  wakeOnChanges(
    app,
    { ...dependencies, delayMs: ALERT_DELAY_MS, cron: '* * * * *' },
    favoriteAlertsJob,
    () => tellOfFavorites(dependencies),
  );
  jobs.work(announceCountsJob, () => announceCounts(database, bus));
  jobs.schedule(announceCountsJob, '*/5 * * * *', {});
  jobs.work(forgetViewersJob, async () => {
    await networks.sweep();
    await database
      .deleteFrom('deal_views')
      .where(sql<boolean>`day < ${dayOf(clock.now() - VIEWERS_KEPT_DAYS * DAY_MS)}`)
      .execute();
  });
  jobs.schedule(forgetViewersJob, '11 3 * * *', {});
};
