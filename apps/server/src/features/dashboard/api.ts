import type { FastifyInstance } from 'fastify';
import { DASHBOARD_DAYS, getDashboard } from '@izgodno/contract/dashboard/calls';
import { dayOf, type Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import type { NoticePublisher } from '#features/notices/api.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';

const countsSchema = z.object({ views: z.int(), likes: z.int(), favorites: z.int() });
const dayRowsSchema = z.array(z.extend(countsSchema, { day: z.string() }));
const totalsSchema = z.tuple([z.extend(countsSchema, { active: z.int() })]);

type Counts = z.infer<typeof countsSchema>;

interface Dashboard {
  readonly totals: Counts & { readonly activeDeals: number };
  readonly days: readonly (Counts & { readonly date: string })[];
}

const readDays = async (database: Database, userId: string, since: string) => {
  const { rows } = await sql`
    SELECT to_char(counts.day, 'YYYY-MM-DD') AS day, sum(counts.views) AS views,
           sum(counts.likes) AS likes, sum(counts.favorites) AS favorites
      FROM deal_daily_counts counts JOIN deals ON deals.id = counts.deal_id
     WHERE deals.seller_id = ${userId} AND deals.deleted_at IS NULL AND counts.day >= ${since}
     GROUP BY counts.day`.execute(database);
  return new Map(expectShape(dayRowsSchema, rows).map(({ day, ...counts }) => [day, counts]));
};

const readTotals = async (database: Database, userId: string) => {
  const { rows } = await sql`
    SELECT count(*) FILTER (WHERE status = 'active') AS active,
           coalesce(sum(views), 0)::bigint AS views, coalesce(sum(likes), 0)::bigint AS likes,
           (SELECT count(*) FROM favorites JOIN deals kept ON kept.id = favorites.deal_id
             WHERE kept.seller_id = ${userId} AND kept.deleted_at IS NULL) AS favorites
      FROM deals WHERE seller_id = ${userId} AND deleted_at IS NULL`.execute(database);
  const [{ active, ...counts }] = expectShape(totalsSchema, rows);
  return { activeDeals: active, ...counts };
};

/** The statistics of a user's own deals: in total, and for each of the last days. */
const readDashboard = async (
  database: Database,
  userId: string,
  now: number,
): Promise<Dashboard> => {
  const dates = Array.from({ length: DASHBOARD_DAYS }, (_, index) =>
    dayOf(now - (DASHBOARD_DAYS - 1 - index) * DAY_MS),
  );
  const [totals, counted] = await Promise.all([
    readTotals(database, userId),
    readDays(database, userId, dates[0] ?? dayOf(now)),
  ]);
  const days = dates.map((date) => {
    const { views, likes, favorites } = counted.get(date) ?? { views: 0, likes: 0, favorites: 0 };
    return { date, views, likes, favorites };
  });
  return { totals, days };
};

export interface DashboardDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly noticePublisher: NoticePublisher;
}

/** What sellers see of their own deals, in numbers. */
export const registerDashboard = (
  app: FastifyInstance,
  { database, clock, noticePublisher }: DashboardDependencies,
): void => {
  addCall(app, getDashboard, async ({ user }) => {
    const [dashboard, unreadNotices] = await Promise.all([
      readDashboard(database, user.id, clock.now()),
      noticePublisher.countUnread(user.id),
    ]);
    return { ...dashboard, unreadNotices };
  });
};
