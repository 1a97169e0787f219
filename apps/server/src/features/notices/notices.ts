import { DAY_MS } from '@izgodno/contract/common/durations';
import type * as calls from '@izgodno/contract/notices/calls';
import { NOTICE_LIFETIME_DAYS } from '@izgodno/contract/notices/calls';
import type { Notice } from '@izgodno/contract/notices/notice';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { readInPages } from '#platform/database/read-in-pages.ts';
import { CallError } from '#platform/http/errors.ts';
import { pageByTime } from '#platform/http/page-by-time.ts';
import { cutPage, readTimeCursor } from '#platform/http/page-cursor.ts';
import type { Database } from '#schema/schema.ts';
import { isOfCommentsOn } from './comment-notices.ts';
import { IS_SHOWN, SHOWN_CONTENT } from './hidden-deals.ts';
import { lockInOrder } from './lock-in-order.ts';
import type { NoticeCall, NoticesContext } from './notices-context.ts';

/** The number of unread notices of each of these users; those without any are left out. */
export const countUnreadOf = async (
  { database }: NoticesContext,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await database
    .selectFrom('notices')
    .select((expression) => ['user_id', expression.fn.countAll<number>().as('unread')])
    .where(isOneOf('user_id', userIds))
    .where('in_app', '=', true)
    .where('read_at', 'is', null)
    .where(IS_SHOWN)
    .groupBy('user_id')
    .execute();
  return new Map(rows.map(({ user_id, unread }) => [user_id, unread]));
};

export const countUnread = async (context: NoticesContext, userId: string): Promise<number> =>
  (await countUnreadOf(context, [userId])).get(userId) ?? 0;

/** Returns the number of unread notices, which all pages of the user show after a change. */
const announceChanged = async (context: NoticesContext, userId: string): Promise<number> => {
  const unread = await countUnread(context, userId);
  context.publisher.toUsers([userId], { type: 'notice.created', data: { unread } });
  return unread;
};

export const countUnreadNotices: NoticeCall<typeof calls.countUnreadNotices> = async (
  context,
  { user },
) => ({ unread: await countUnread(context, user.id) });

/** Latest first. */
export const listNotices: NoticeCall<typeof calls.listNotices> = async (
  context,
  { query: { unread, cursor, limit }, user },
) => {
  const found = await context.database
    .selectFrom('notices')
    .select(['id', SHOWN_CONTENT.as('content'), 'read_at', 'created_at as at'])
    .where('user_id', '=', user.id)
    .where('in_app', '=', true)
    .where(IS_SHOWN)
    .$if(unread === true, (query) => query.where('read_at', 'is', null))
    .$call(pageByTime(['created_at', 'id'], 'desc', { after: readTimeCursor(cursor), limit }))
    .execute();
  const { rows, nextCursor } = cutPage(found, limit);
  return {
    notices: rows.map(({ id, content, read_at, at }) => ({
      id,
      content,
      read: read_at !== null,
      createdAt: at.toISOString(),
    })),
    nextCursor,
    unread: await countUnread(context, user.id),
  };
};

/** Every notice of a user, for the export of their account; also those without „Here“. */
export async function* readNoticesOf(database: Database, userId: string): AsyncGenerator<Notice> {
  const rows = readInPages(
    (after: string | null, limit) =>
      database
        .selectFrom('notices')
        .select(['id', SHOWN_CONTENT.as('content'), 'read_at', 'created_at'])
        .where('user_id', '=', userId)
        .where(IS_SHOWN)
        .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(limit)
        .execute(),
    ({ id }) => id,
  );
  for await (const { id, content, read_at, created_at } of rows)
    yield { id, content, read: read_at !== null, createdAt: created_at.toISOString() };
}

/** Marks the named notices, those of the comments on a deal, or all; only the user's own. */
export const markNoticesRead: NoticeCall<typeof calls.markNoticesRead> = async (
  context,
  { body: { ids, commentsOn }, user },
) => {
  const { numUpdatedRows } = await context.database
    .updateTable('notices')
    .set({ read_at: new Date(context.clock.now()) })
    .where(
      'id',
      'in',
      lockInOrder(
        context.database
          .selectFrom('notices')
          .select('id')
          .where('user_id', '=', user.id)
          .where('read_at', 'is', null)
          .$if(ids !== undefined, (unread) => unread.where(isOneOf('id', ids ?? [])))
          .$if(commentsOn !== undefined, (unread) =>
            unread.where(isOfCommentsOn(commentsOn ?? '')),
          ),
      ),
    )
    .executeTakeFirst();
  const count = numUpdatedRows === 0n ? countUnread : announceChanged;
  return { unread: await count(context, user.id) };
};

/** Throws `not_found`. */
export const deleteNotice: NoticeCall<typeof calls.deleteNotice> = async (
  context,
  { params, user },
) => {
  const { numDeletedRows } = await context.database
    .deleteFrom('notices')
    .where('user_id', '=', user.id)
    .where('id', '=', params.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new CallError('not_found');
  return { unread: await announceChanged(context, user.id) };
};

export const eraseOldNotices = async ({ database, clock }: NoticesContext): Promise<void> => {
  await database
    .deleteFrom('notices')
    .where('created_at', '<', new Date(clock.now() - NOTICE_LIFETIME_DAYS * DAY_MS))
    .execute();
};
