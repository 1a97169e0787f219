import { sql } from 'kysely';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { NOTICE_LIFETIME_DAYS } from '@izgodno/contract/notices/calls';
import type { NoticeContent } from '@izgodno/contract/notices/notice';
import type { Database } from '#schema/schema.ts';
import type { LatestFirstPlace } from '#platform/http/page-cursor.ts';

export interface NoticeRow extends LatestFirstPlace {
  readonly content: NoticeContent;
  readonly read: boolean;
}

export interface NoticeListRequest {
  readonly unreadOnly: boolean;
  /** The largest number of rows. */
  readonly most: number;
  readonly after: LatestFirstPlace | null;
}

export type NoticeRepository = ReturnType<typeof createNoticeRepository>;

export const createNoticeRepository = (database: Database) => ({
  /** Latest first. */
  async list(
    userId: string,
    { unreadOnly, most, after }: NoticeListRequest,
  ): Promise<readonly NoticeRow[]> {
    const rows = await database
      .selectFrom('notices')
      .select(['id', 'content', 'read_at', 'created_at as at'])
      .where('user_id', '=', userId)
      .where('in_app', '=', true)
      .$if(unreadOnly, (query) => query.where('read_at', 'is', null))
      .$if(after !== null, (query) =>
        query.where(sql<boolean>`(created_at, id) < (${after?.at}, ${after?.id})`),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ id, content, at, read_at }) => ({
      id,
      content,
      at,
      read: read_at !== null,
    }));
  },

  async countUnread(userId: string): Promise<number> {
    const { unread } = await database
      .selectFrom('notices')
      .select((expression) => expression.fn.countAll<number>().as('unread'))
      .where('user_id', '=', userId)
      .where('in_app', '=', true)
      .where('read_at', 'is', null)
      .executeTakeFirstOrThrow();
    return unread;
  },

  /** For several users; those without any are left out. */
  async countUnreadOf(userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await database
      .selectFrom('notices')
      .select((expression) => ['user_id', expression.fn.countAll<number>().as('unread')])
      .where(sql<boolean>`user_id = ANY(${userIds}::uuid[])`)
      .where('in_app', '=', true)
      .where('read_at', 'is', null)
      .groupBy('user_id')
      .execute();
    return new Map(rows.map(({ user_id, unread }) => [user_id, unread]));
  },

  /** Marks the named notices or all; only the user's own. */
  async markRead(userId: string, ids: readonly string[] | null, now: Date): Promise<void> {
    await database
      .updateTable('notices')
      .set({ read_at: now })
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .$if(ids !== null, (query) => query.where(sql<boolean>`id = ANY(${ids}::uuid[])`))
      .execute();
  },

  /** False if the user has no such notice. */
  async delete(userId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await database
      .deleteFrom('notices')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },

  async forgetOld(now: number): Promise<void> {
    await database
      .deleteFrom('notices')
      .where('created_at', '<', new Date(now - NOTICE_LIFETIME_DAYS * DAY_MS))
      .execute();
  },
});
