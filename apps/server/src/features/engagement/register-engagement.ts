import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { Bus } from '#platform/bus.ts';
import type { Database } from '#schema/schema.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { changeDeals, publicTitle, runOnDealChanges } from '#features/deals/api.ts';
import { dayOf } from '#platform/clock.ts';
import type { AccountData } from '#features/accounts/api.ts';
import { notifyOfChanges, passOnLate, type NoticePublisher } from '#features/notices/api.ts';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import * as calls from '@izgodno/contract/engagement/calls';
import { createCallAdder } from '#platform/http/add-call.ts';
import type { EngagementContext } from './engagement-context.ts';
import { addFavorite, listFavorites, removeFavorite } from './favorites.ts';
import { likeDeal, unlikeDeal } from './likes.ts';
import { listEngagement } from './list-engagement.ts';
import { viewDeal } from './views.ts';
import { refreshPopularity, VIEWS_STORED_DAYS } from './popularity.ts';
import { decayTemperatures } from './votes/temperature.ts';
import { voteOnDeal } from './votes/vote-on-deal.ts';
import { createFavoriteNotices } from './favorite-alerts.ts';
import { uncountMarksOf } from './uncount-marks.ts';
import { KNOWN_AS_REMOVED } from './pass-on-favorites.ts';

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
    .select(['deals.id', 'deals.source_id', 'deals.title', `${table}.created_at as at`])
    .where(`${table}.user_id`, '=', userId)
    .orderBy(`${table}.created_at`, 'desc')
    .execute();
  return rows.map((row) => ({
    dealId: String(row.id),
    title: publicTitle(row),
    at: row.at.toISOString(),
  }));
};

/** A user's votes, last one first. */
const readVotesOf = async (database: Database, userId: string): Promise<AccountParts['votes']> => {
  const rows = await database
    .selectFrom('deal_votes')
    .innerJoin('deals', 'deals.id', 'deal_votes.deal_id')
    .select(['deals.id', 'deals.source_id', 'deals.title'])
    .select(['deal_votes.created_at as at', 'deal_votes.value'])
    .where('deal_votes.user_id', '=', userId)
    .orderBy('deal_votes.created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    dealId: String(row.id),
    title: publicTitle(row),
    at: row.at.toISOString(),
    value: row.value,
  }));
};

const nothing = z.strictObject({});
const favoriteAlertsJob = defineJob({ name: 'favorites.alert', payload: nothing });
const passOnFavoritesJob = defineJob({ name: 'favorites.pass-on', payload: nothing });
const announceCountsJob = defineJob({ name: 'deals.announce-counts', payload: nothing });
const eraseViewersJob = defineJob({ name: 'deals.forget-viewers', payload: nothing });

const decayTemperaturesJob = defineJob({
  name: 'deals.decay-temperatures',
  payload: nothing,
});

const refreshPopularityJob = defineJob({
  name: 'deals.refresh-popularity',
  payload: nothing,
});

/** From a change of a favourite to its notice, in milliseconds, plus the queue's own delay. */
const ALERT_DELAY_MS = 500;

export interface EngagementDependencies extends EngagementContext {
  readonly jobs: Jobs;
  readonly noticePublisher: NoticePublisher;
  readonly accountData: AccountData;
}

/** Registers favourites, likes and views, and notices about favourites. */
export const registerEngagement = (
  app: FastifyInstance,
  dependencies: EngagementDependencies,
): void => {
  const { database, bus, clock, jobs, pseudonyms, accountData } = dependencies;
  const add = createCallAdder<EngagementContext>(app, dependencies);
  add(calls.addFavorite, addFavorite);
  add(calls.removeFavorite, removeFavorite);
  add(calls.likeDeal, likeDeal);
  add(calls.unlikeDeal, unlikeDeal);
  add(calls.voteOnDeal, voteOnDeal);
  add(calls.viewDeal, viewDeal);
  add(calls.listEngagement, listEngagement);
  add(calls.listFavorites, listFavorites);

  accountData.exports('favorites', (userId) => readMarksOf(database, 'favorites', userId));
  accountData.exports('likes', (userId) => readMarksOf(database, 'deal_likes', userId));
  accountData.exports('votes', (userId) => readVotesOf(database, userId));
  accountData.onDeletion((transaction, userId) => uncountMarksOf({ transaction, bus }, userId));

  const notices = createFavoriteNotices(dependencies);
  runOnDealChanges(
    app,
    { ...dependencies, delayMs: ALERT_DELAY_MS, cron: '* * * * *' },
    favoriteAlertsJob,
    () => notifyOfChanges(notices),
  );
  jobs.work(passOnFavoritesJob, passOnLate(notices, KNOWN_AS_REMOVED));
  jobs.schedule(passOnFavoritesJob, '20 * * * *', {});
  jobs.work(announceCountsJob, () => announceCounts(database, bus));
  jobs.schedule(announceCountsJob, '*/5 * * * *', {});
  jobs.work(decayTemperaturesJob, () => decayTemperatures(dependencies));
  jobs.schedule(decayTemperaturesJob, '*/10 * * * *', {});
  jobs.work(refreshPopularityJob, () => refreshPopularity(dependencies));
  jobs.schedule(refreshPopularityJob, '5-55/10 * * * *', {});
  jobs.work(eraseViewersJob, async () => {
    await pseudonyms.sweep();
    await database
      .deleteFrom('deal_views')
      .where(sql<boolean>`day <= ${dayOf(clock.now() - VIEWS_STORED_DAYS * DAY_MS)}`)
      .execute();
  });
  // Soon after midnight, when the salt of the day ends, and again if nothing ran then.
  jobs.schedule(eraseViewersJob, '1 * * * *', {});
};
