import { sql, type Selectable, type Transaction } from 'kysely';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import type { ChannelsWanted } from '@izgodno/contract/notices/calls';
import type { NoticeContent } from '@izgodno/contract/notices/notice';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { NoticesTable } from '#schema/notices.ts';
import type { Schema } from '#schema/schema.ts';
import { isOfComments, subjectOfComments, type CommentsContent } from './comment-notices.ts';
import type { SavedSearchContent } from './outdated-notices.ts';
import { lockInOrder } from './lock-in-order.ts';

// Notices of saved searches and of comments join: what is new of the same subject is added to its
// unread notice.

/** The number of deals named in a notice of a saved search; the rest are counted. */
export const NAMED_DEALS = 3;
/** How long new matches of a saved search are added to its unread notice. */
const JOIN_FOR_MS = DAY_MS;
/** What is added to an unread notice is mailed and pushed this often. */
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

type JoiningContent = SavedSearchContent | CommentsContent;

/** A notice to be written that joins an unread one. */
interface Joining extends NewNotice {
  readonly content: JoiningContent;
}

const isJoining = (notice: NewNotice): notice is Joining =>
  notice.content.kind === 'saved_search' || isOfComments(notice.content);

/** What a notice is about; equal for those that join. */
const subjectOf = (content: JoiningContent): string =>
  content.kind === 'saved_search' ? content.savedSearch.id : subjectOfComments(content);

const subject = sql<string>`CASE kind WHEN 'saved_search' THEN content -> 'savedSearch' ->> 'id'
  WHEN 'comment_reply' THEN content ->> 'threadId' ELSE content -> 'deal' ->> 'id' END`;

const joined = (before: NoticeContent, now: JoiningContent): JoiningContent => {
  // The comments are counted afterwards.
  if (isOfComments(now)) return isOfComments(before) ? { ...now, from: before.from } : now;
  if (before.kind !== 'saved_search') return now;
  return {
    ...now,
    count: before.count + now.count,
    deals: [...now.deals, ...before.deals].slice(0, NAMED_DEALS),
  };
};

/** A notice that others may be added to. */
interface Held extends Pick<
  Selectable<NoticesTable>,
  'id' | 'in_app' | 'mail_due' | 'push_due' | 'read_at'
> {
  content: NoticeContent;
  readonly mail_id: string | null;
  /** When it is mailed and pushed, or was. */
  readonly dueAt: Date;
  isChanged?: boolean;
}

const keyOf = (userId: string, kind: string, about: string): string => `${userId} ${kind} ${about}`;

/**
 * Notices about the same subjects, by their keys, the oldest first: those that are unread in the page,
 * and the latest that are not shown there or, of comments, read. They are locked until the transaction
 * ends.
 */
const holdRecent = async (
  transaction: Transaction<Schema>,
  joining: readonly Joining[],
  now: number,
): Promise<ReadonlyMap<string, readonly Held[]>> => {
  const rows = await lockInOrder(
    transaction
      .selectFrom('notices')
      .select(['id', 'user_id', 'kind', 'content', 'in_app', 'mail_due', 'push_due', 'mail_id'])
      .select(['read_at', sql<Date>`coalesce(push_from, created_at)`.as('dueAt')])
      .select(subject.as('subject'))
      .where(isOneOf('user_id', new Set(joining.map(({ userId }) => userId))))
      .where(isOneOf('kind', new Set(joining.map(({ content }) => content.kind)), 'text'))
      .where(
        sql<boolean>`${subject} = ANY(${joining.map(({ content }) => subjectOf(content))}::text[])`,
      )
      .where((notice) =>
        notice.or([
          notice.and([
            notice('in_app', '=', true),
            notice('read_at', 'is', null),
            notice.or([
              notice('kind', '<>', 'saved_search'),
              notice('created_at', '>', new Date(now - JOIN_FOR_MS)),
            ]),
          ]),
          // Written at most so long before they are due.
          notice.and([
            notice.or([notice('in_app', '=', false), notice('kind', '<>', 'saved_search')]),
            notice('created_at', '>', new Date(now - 2 * REPEAT_AFTER_MS)),
          ]),
        ]),
      ),
  ).execute();
  // Ids are by time.
  return Map.groupBy(rows, (row) => keyOf(row.user_id, row.kind, row.subject));
};

/** Whether what is added now is also in the mail or the push about a notice. */
const isUnsent = ({ mail_due, mail_id, push_due }: Held) => ({
  // A mail that was taken is sent as it was then.
  mail: mail_due && mail_id === null,
  push: push_due,
});

const add = (held: Held, content: JoiningContent): void => {
  held.content = joined(held.content, content);
  held.isChanged = true;
};

/** Before which a notice is not sent, because others about its subject were sent recently. */
const dueAfter = (recent: readonly Held[], now: number): Date =>
  new Date(Math.max(now, ...recent.map(({ dueAt }) => dueAt.getTime() + REPEAT_AFTER_MS)));

/** The one that is not shown in the page, and whose mail and push, as far as they are wanted, are due. */
const findWaiting = (
  recent: readonly Held[],
  { mail, push }: { readonly mail: boolean; readonly push: boolean },
): Held | undefined =>
  recent.findLast((other) => {
    const also = isUnsent(other);
    // Comments that were read are not sent.
    if (other.in_app || (other.read_at !== null && isOfComments(other.content))) return false;
    return (also.mail || !mail) && (also.push || !push);
  });

const isSent = (held: Held, { mail, push }: ChannelsWanted): boolean =>
  (mail && !held.mail_due) || (push && !held.push_due);

/** A notice without an unread one to join. Comments are mailed and pushed once an hour also then. */
const writeFirst = (notice: Joining, recent: readonly Held[], now: number): NewNotice | [] => {
  const { content, wanted } = notice;
  if (content.kind === 'saved_search' || recent.length === 0) return notice;
  const waiting = findWaiting(recent, wanted);
  if (!wanted.inApp && waiting !== undefined) {
    add(waiting, content);
    return [];
  }
  const sent = recent.filter((held) => isSent(held, wanted));
  return sent.length === 0 ? notice : { ...notice, dueFrom: dueAfter(sent, now) };
};

/**
 * Adds a notice to the unread one about its subject. Returns what is left to be written: nothing, or a
 * notice that is only mailed and pushed, because the unread one was already.
 */
const joinOne = (notice: Joining, recent: readonly Held[], now: number): NewNotice | [] => {
  const { content, wanted } = notice;
  const unread = recent.findLast(({ in_app, read_at }) => in_app && read_at === null);
  if (!wanted.inApp || unread === undefined) return writeFirst(notice, recent, now);
  add(unread, content);
  const unsent = isUnsent(unread);
  const mail = wanted.mail && !unsent.mail;
  const push = wanted.push && !unsent.push;
  if (!mail && !push) return [];
  const waiting = findWaiting(recent, { mail, push });
  if (waiting !== undefined) {
    add(waiting, content);
    return [];
  }
  return {
    ...notice,
    content: isOfComments(content) ? unread.content : content,
    wanted: { inApp: false, mail, push },
    dueFrom: dueAfter(recent, now),
  };
};

/**
 * Adds notices to the unread ones about their subjects, for users who want them in the page. They are
 * mailed and pushed, too, at most once an hour. Returns the notices that are to be written. Comments
 * are to be counted afterwards.
 */
export const joinUnread = async (
  transaction: Transaction<Schema>,
  notices: readonly NewNotice[],
  now: Date,
): Promise<readonly NewNotice[]> => {
  const joining = notices
    .filter(isJoining)
    .filter(({ content, wanted }) => wanted.inApp || isOfComments(content));
  if (joining.length === 0) return notices;
  const recent = await holdRecent(transaction, joining, now.getTime());
  if (recent.size === 0) return notices;
  const others = notices.flatMap((notice) => {
    if (!isJoining(notice)) return notice;
    const { userId, content } = notice;
    const held = recent.get(keyOf(userId, content.kind, subjectOf(content)));
    return joinOne(notice, held ?? [], now.getTime());
  });
  const rows = [...recent.values()]
    .flat()
    .filter(({ isChanged }) => isChanged)
    .map(({ id, content }) => ({ id, content }));
  await sql`
    UPDATE notices SET content = new.content,
           created_at = CASE WHEN in_app AND kind <> 'saved_search' THEN ${now} ELSE created_at END
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS new (id uuid, content jsonb)
     WHERE notices.id = new.id`.execute(transaction);
  return others;
};
