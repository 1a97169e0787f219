import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { changeDeals, type DealLookup, runOnDealChanges } from '#features/deals/api.ts';
import { dayOf } from '#platform/ip-network.ts';
import type { Pseudonyms } from '#features/visitors/api.ts';
import type { AccountData } from '#features/accounts/api.ts';
import type { NoticePublisher } from '#features/notices/api.ts';
import { notifyOfFavorites } from './favorite-alerts.ts';
import { createEngagementService, type EngagementService } from './engagement-service.ts';
import { createFavoriteDeals, type FavoriteDeals } from './favorite-deals.ts';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import {
  addFavorite,
  likeDeal,
  listEngagement,
  listFavorites,
  removeFavorite,
  unlikeDeal,
  viewDeal,
} from '@izgodno/contract/engagement/calls';
import { addCall } from '#platform/http/add-call.ts';

interface EngagementCallsOptions {
  readonly keeping: EngagementService;
  readonly kept: FavoriteDeals;
  readonly catalogue: DealLookup;
}

const addEngagementCalls = (
  app: FastifyInstance,
  { keeping, kept, catalogue }: EngagementCallsOptions,
): void => {
  addCall(app, addFavorite, async ({ params, user, request }) =>
    keeping.addFavorite(user.id, Number(params.id), request.ip),
  );

  addCall(app, removeFavorite, async ({ params, user }) =>
    keeping.removeFavorite(user.id, Number(params.id)),
  );

  addCall(app, likeDeal, async ({ params, user, request }) =>
    keeping.like(user.id, Number(params.id), request.ip),
  );

  addCall(app, unlikeDeal, async ({ params, user }) => keeping.unlike(user.id, Number(params.id)));

  addCall(app, viewDeal, async ({ params, request, readUser }) => {
    const who = await readUser();
    return keeping.view(Number(params.id), {
      userId: who?.id ?? null,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
    });
  });

  addCall(app, listEngagement, async ({ query, user }) => ({
    marks: await kept.marks(user.id, query.ids.map(Number)),
  }));

  addCall(app, listFavorites, async ({ query, user }) => {
    const [list, counts] = await Promise.all([
      kept.list(user.id, query.status ?? null),
      kept.count(user.id),
    ]);
    return { ...(await catalogue.page(list, query)), counts };
  });
};

const BATCH = 2_000;

/**
 * Publishes new views to lists of deals. A single view does not change a deal, because every list
 * would then read a popular deal again at each view.
 */
const announceCounts = async (database: Database, bus: Bus): Promise<void> => {
  let announced = BATCH;
  while (announced === BATCH) {
    announced = await database.transaction().execute(async (transaction) => {
      const counts = await transaction
        .updateTable('deal_daily_counts')
        .set({ announced: true })
        .where('announced', '=', false)
        .where('deal_id', 'in', (query) =>
          query
            .selectFrom('deal_daily_counts')
            .distinct()
            .select('deal_id')
            .where('announced', '=', false)
            .limit(BATCH),
        )
        .returning('deal_id')
        .execute();
      const ids = [...new Set(counts.map(({ deal_id }) => deal_id))];
      await changeDeals({ transaction, bus }, { ids }, {});
      return ids.length;
    });
  }
};

/** A user's favourites and likes, last marked first. */
const readMarksOf = async (
  database: Database,
  table: 'favorites' | 'deal_likes',
  userId: string,
): Promise<AccountParts['favorites']> => {
  const rows = await database
    .selectFrom(table)
    .innerJoin('deals', 'deals.id', `${table}.deal_id`)
    .select(['deals.id', 'deals.title', `${table}.created_at as at`])
    .where(`${table}.user_id`, '=', userId)
    .orderBy(`${table}.created_at`, 'desc')
    .execute();
  return rows.map(({ id, title, at }) => ({ dealId: String(id), title, at: at.toISOString() }));
};

const nothing = z.strictObject({});
export const favoriteAlertsJob = defineJob({ name: 'favorites.alert', payload: nothing });
export const announceCountsJob = defineJob({ name: 'deals.announce-counts', payload: nothing });
export const eraseViewersJob = defineJob({ name: 'deals.forget-viewers', payload: nothing });

/** From a change of a favourite to its notice, in milliseconds, plus the queue's own delay. */
const ALERT_DELAY_MS = 500;

/** Trending looks back this far; older views are deleted. */
const VIEWERS_STORED_DAYS = 8;

export interface EngagementDependencies {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly networks: Pseudonyms;
  readonly catalogue: DealLookup;
  readonly notifier: NoticePublisher;
  readonly accountData: AccountData;
}

/** Registers favourites, likes and views, and notices about favourites. */
export const registerEngagement = (
  app: FastifyInstance,
  dependencies: EngagementDependencies,
): void => {
  const { database, bus, clock, jobs, networks, catalogue, accountData } = dependencies;
  addEngagementCalls(app, {
    keeping: createEngagementService(dependencies),
    kept: createFavoriteDeals(database),
    catalogue,
  });

  accountData.exports('favorites', (userId) => readMarksOf(database, 'favorites', userId));
  accountData.exports('likes', (userId) => readMarksOf(database, 'deal_likes', userId));

  runOnDealChanges(
    app,
    { ...dependencies, delayMs: ALERT_DELAY_MS, cron: '* * * * *' },
    favoriteAlertsJob,
    () => notifyOfFavorites(dependencies),
  );
  jobs.work(announceCountsJob, () => announceCounts(database, bus));
  jobs.schedule(announceCountsJob, '*/5 * * * *', {});
  jobs.work(eraseViewersJob, async () => {
    await networks.sweep();
    await database
      .deleteFrom('deal_views')
      .where(sql<boolean>`day < ${dayOf(clock.now() - VIEWERS_STORED_DAYS * DAY_MS)}`)
      .execute();
  });
  jobs.schedule(eraseViewersJob, '11 3 * * *', {});
};
