import type { FastifyInstance } from 'fastify';
import { getDashboard } from '@izgodno/contract/dashboard/calls';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import type { NoticePublisher } from '#features/notices/api.ts';
import { readDashboard } from './dashboard.ts';

export interface DashboardDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly notifier: NoticePublisher;
}

/** What sellers see of their own deals, in numbers. */
export const registerDashboard = (
  app: FastifyInstance,
  { database, clock, notifier }: DashboardDependencies,
): void => {
  addCall(app, getDashboard, async ({ user }) => {
    const [dashboard, unreadNotices] = await Promise.all([
      readDashboard(database, user.id, clock.now()),
      notifier.countUnread(user.id),
    ]);
    return { ...dashboard, unreadNotices };
  });
};
