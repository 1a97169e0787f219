import { sql, type Selectable, type Transaction } from 'kysely';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import type { ChannelsWanted } from '@izgodno/contract/notices/calls';
import type { NoticeContent } from '@izgodno/contract/notices/notice';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { NoticesTable } from '#schema/notices.ts';
import type { Schema } from '#schema/schema.ts';
import { lockInOrder } from './lock-in-order.ts';

/** The number of deals named in a notice of a saved search; the rest are counted. */
export const NAMED_DEALS = 3;
/** How long new matches of a saved search are added to its unread notice. */
const JOIN_FOR_MS = DAY_MS;
/** While the notice of a saved search is unread, its new matches are mailed and pushed this often. */
const REPEAT_AFTER_MS = HOUR_MS;

/** A notice to be written. */
export interface NewNotice {
  readonly userId: string;
  readonly occasion: string;
  readonly content: NoticeContent;
  readonly wanted: ChannelsWanted;
  /** Neither mailed nor pushed before; null if nothing delays it. */
  readonly dueFrom: Date | null;
}

type SavedSearchContent = Extract<NoticeContent, { kind: 'saved_search' }>;

const joined = (before: NoticeContent, now: SavedSearchContent): SavedSearchContent =>
  before.kind === 'saved_search'
    ? {
        ...now,
        count: before.count + now.count,
        deals: [...now.deals, ...before.deals].slice(0, NAMED_DEALS),
      }
    : now;

/** A notice of a saved search that new matches may be added to. */
interface Held extends Pick<Selectable<NoticesTable>, 'id' | 'in_app' | 'mail_due' | 'push_due'> {
  content: NoticeContent;
  readonly mail_id: string | null;
  /** When it is mailed and pushed, or was. */
  readonly dueAt: Date;
}

/**
 * Notices of saved searches, by the ids of these, the oldest first: those that are unread in the page,
 * and the latest that are not shown there. They are locked until the transaction ends.
 */
const holdRecent = async (
  transaction: Transaction<Schema>,
  userIds: Iterable<string>,
  searchIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, readonly Held[]>> => {
  const rows = await lockInOrder(
    transaction
      .selectFrom('notices')
      .select(['id', 'content', 'in_app', 'mail_due', 'push_due', 'mail_id'])
      .select([
        sql<Date>`coalesce(push_from, created_at)`.as('dueAt'),
        sql<string>`content -> 'savedSearch' ->> 'id'`.as('searchId'),
      ])
      .where(isOneOf('user_id', userIds))
      .where('kind', '=', 'saved_search')
      .where(sql<boolean>`content -> 'savedSearch' ->> 'id' = ANY(${searchIds}::text[])`)
      .where((notice) =>
        notice.or([
          notice.and([
            notice('in_app', '=', true),
            notice('read_at', 'is', null),
            notice('created_at', '>', new Date(now - JOIN_FOR_MS)),
          ]),
          // Written at most so long before they are due.
          notice.and([
            notice('in_app', '=', false),
            notice('created_at', '>', new Date(now - 2 * REPEAT_AFTER_MS)),
          ]),
        ]),
      ),
  ).execute();
  // Ids are by time.
  return Map.groupBy(rows, ({ searchId }) => searchId);
};

/** Whether what is added now is also in the mail or the push about a notice. */
const isUnsent = ({ mail_due, mail_id, push_due }: Held) => ({
  // A mail that was taken is sent as it was then.
  mail: mail_due && mail_id === null,
  push: push_due,
});

/**
 * Adds new matches to the unread notice of their search. Returns what is left to be written: nothing, or
 * a notice that is only mailed and pushed, because the unread one was already.
 */
const joinOne = (
  notice: NewNotice,
  content: SavedSearchContent,
  recent: readonly Held[],
  now: number,
): NewNotice | [] => {
  const unread = recent.findLast(({ in_app }) => in_app);
  if (!notice.wanted.inApp || unread === undefined) return notice;
  unread.content = joined(unread.content, content);
  const unsent = isUnsent(unread);
  const mail = notice.wanted.mail && !unsent.mail;
  const push = notice.wanted.push && !unsent.push;
  if (!mail && !push) return [];
  const waiting = recent.findLast((other) => {
    const also = isUnsent(other);
    return !other.in_app && (also.mail || !mail) && (also.push || !push);
  });
  if (waiting !== undefined) {
    waiting.content = joined(waiting.content, content);
    return [];
  }
  const last = Math.max(...recent.map(({ dueAt }) => dueAt.getTime()));
  const dueAt = Math.max(last + REPEAT_AFTER_MS, now);
  return { ...notice, wanted: { inApp: false, mail, push }, dueFrom: new Date(dueAt) };
};

/**
 * Adds new matches to the unread notices of their searches, for users who want them in the page. They
 * are mailed and pushed, too, at most once an hour. Returns the notices that are to be written.
 */
export const joinUnread = async (
  transaction: Transaction<Schema>,
  notices: readonly NewNotice[],
  now: Date,
): Promise<readonly NewNotice[]> => {
  const searches = notices.flatMap(({ userId, content, wanted }) =>
    content.kind === 'saved_search' && wanted.inApp ? { userId, id: content.savedSearch.id } : [],
  );
  if (searches.length === 0) return notices;
  const recent = await holdRecent(
    transaction,
    new Set(searches.map(({ userId }) => userId)),
    searches.map(({ id }) => id),
    now.getTime(),
  );
  if (recent.size === 0) return notices;
  const others = notices.flatMap((notice) => {
    const { content } = notice;
    if (content.kind !== 'saved_search') return notice;
    return joinOne(notice, content, recent.get(content.savedSearch.id) ?? [], now.getTime());
  });
  const rows = [...recent.values()].flat().map(({ id, content }) => ({ id, content }));
  await sql`
    UPDATE notices SET content = new.content
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS new (id uuid, content jsonb)
     WHERE notices.id = new.id`.execute(transaction);
  return others;
};
