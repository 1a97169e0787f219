import type { FastifyInstance } from 'fastify';
import {
  addPushSubscription,
  countUnreadNotices,
  deleteNotice,
  getNoticePreferences,
  listNotices,
  markNoticesRead,
  removePushSubscription,
  setNoticePreferences,
  unsubscribe,
} from '@izgodno/contract/notices/calls';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutPage, readLatestFirstCursor } from '#platform/http/page-cursor.ts';
import type { NoticeRepository } from './notice-repository.ts';
import { changePreferences, readOwnPreferences } from './preferences.ts';
import type { PushSubscriptions } from './push-subscriptions.ts';
import type { Unsubscribing } from './unsubscribing.ts';

export interface NoticeCallsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly notices: NoticeRepository;
  readonly subscriptions: PushSubscriptions;
  readonly unsubscribing: Unsubscribing;
  readonly mailAvailable: boolean;
  readonly pushPublicKey: string | null;
}

export const addNoticeCalls = (app: FastifyInstance, options: NoticeCallsOptions): void => {
  const { database, clock, notices, subscriptions, unsubscribing, pushPublicKey } = options;

  const answerUnread = async (userId: string) => ({ unread: await notices.countUnread(userId) });

  const answerPreferences = async (userId: string) => ({
    preferences: await readOwnPreferences(database, userId),
    available: { inApp: true, mail: options.mailAvailable, push: pushPublicKey !== null },
    pushPublicKey,
  });

  addCall(app, listNotices, async ({ query, user }) => {
    const found = await notices.list(user.id, {
      unreadOnly: query.unread ?? false,
      most: query.limit + 1,
      after: readLatestFirstCursor(query.cursor),
    });
    const { rows, nextCursor } = cutPage(found, query.limit);
    return {
      notices: rows.map(({ id, content, read, at }) => ({
        id,
        content,
        read,
        createdAt: at.toISOString(),
      })),
      nextCursor,
      ...(await answerUnread(user.id)),
    };
  });

  addCall(app, countUnreadNotices, async ({ user }) => answerUnread(user.id));

  addCall(app, markNoticesRead, async ({ body, user }) => {
    await notices.markRead(user.id, body.ids ?? null, new Date(clock.now()));
    return answerUnread(user.id);
  });

  addCall(app, deleteNotice, async ({ params, user }) => {
    if (!(await notices.delete(user.id, params.id))) throw new CallError('not_found');
    return answerUnread(user.id);
  });

  addCall(app, getNoticePreferences, async ({ user }) => answerPreferences(user.id));

  addCall(app, setNoticePreferences, async ({ body, user }) => {
    await changePreferences(database, user.id, body.preferences);
    return answerPreferences(user.id);
  });

  addCall(app, addPushSubscription, async ({ body, user }) => {
    const target = { endpoint: body.endpoint, ...body.keys };
    await subscriptions.add(user.id, target, new Date(clock.now()));
    return {};
  });

  addCall(app, removePushSubscription, async ({ body, user }) => {
    await subscriptions.remove(user.id, body.endpoint);
    return {};
  });

  addCall(app, unsubscribe, async ({ query }) => {
    if (!(await unsubscribing.take(query.token))) throw new CallError('not_found');
    return {};
  });
};
