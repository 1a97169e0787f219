import { chosenKindOf, type NoticeContent } from '@izgodno/contract/notices/notice';
import { sql } from 'kysely';
import { findSuspension } from '#features/accounts/api.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { Connection } from '#schema/schema.ts';
import { readBlocks } from './blocked-deals.ts';
import {
  IS_OF_COMMENTS,
  isOfComments,
  subjectOfComments,
  type CommentsContent,
} from './comment-notices.ts';
import type { DueNotice } from './due-notices.ts';
import { readHiddenDeals } from './hidden-deals.ts';
import type { NoticesContext } from './notices-context.ts';

export type SavedSearchContent = Extract<NoticeContent, { kind: 'saved_search' }>;

/** What has changed for the reader of notices since these were written. */
interface Changes {
  /** Whether the reader is suspended, and cannot open what a notice leads to. */
  readonly isSuspended: boolean;
  readonly deletedDeals: ReadonlySet<string>;
  /** The deals of suspended members. */
  readonly hiddenDeals: ReadonlySet<string>;
  /** The deals of members whom the reader blocks. */
  readonly blockedDeals: ReadonlySet<string>;
  readonly blockedUsers: ReadonlySet<string>;
  /** How far the comments on each subject were read in the page, by `seq`. */
  readonly readComments: ReadonlyMap<string, number>;
}

const commentsKey = (content: CommentsContent): string =>
  `${content.kind} ${subjectOfComments(content)}`;

/** A follow-up that is only mailed or pushed has no state of its own in the page. */
const readReadComments = async (
  connection: Connection,
  userId: string,
  contents: readonly NoticeContent[],
): Promise<ReadonlyMap<string, number>> => {
  const dealIds = contents.flatMap((content) => (isOfComments(content) ? content.deal.id : []));
  if (dealIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('notices')
    .select('content')
    .where('user_id', '=', userId)
    .where(IS_OF_COMMENTS)
    .where(sql<boolean>`content -> 'deal' ->> 'id' = ANY(${dealIds}::text[])`)
    .where('read_at', 'is not', null)
    .execute();
  const read = new Map<string, number>();
  for (const { content } of rows) {
    if (!isOfComments(content)) continue;
    const key = commentsKey(content);
    read.set(key, Math.max(read.get(key) ?? 0, content.to));
  }
  return read;
};

/** The deals that a notice shows. */
const shownDealsOf = (content: NoticeContent): readonly string[] => {
  if (content.kind === 'saved_search') return content.deals.map(({ id }) => id);
  return 'deal' in content ? [content.deal.id] : [];
};

const readChanges = async (
  { database: connection, clock }: Pick<NoticesContext, 'clock' | 'database'>,
  userId: string,
  contents: readonly NoticeContent[],
): Promise<Changes> => {
  const named = new Set(contents.flatMap(shownDealsOf));
  const blockedUsers = (await readBlocks(connection, [userId])).get(userId) ?? new Set();
  const deals = await connection
    .selectFrom('deals')
    .select(['id', 'seller_id'])
    .where(isOneOf('id', named, 'bigint'))
    .where('deleted_at', 'is', null)
    .execute();
  const isBlocked = ({ seller_id }: { readonly seller_id: string | null }): boolean =>
    seller_id !== null && blockedUsers.has(seller_id);
  const suspension = await findSuspension(connection, userId, new Date(clock.now()));
  return {
    isSuspended: suspension !== null,
    // Those that were erased are no rows.
    deletedDeals: named.difference(new Set(deals.map(({ id }) => String(id)))),
    hiddenDeals: await readHiddenDeals(connection, named),
    blockedDeals: new Set(deals.filter(isBlocked).map(({ id }) => String(id))),
    blockedUsers,
    readComments: await readReadComments(connection, userId, contents),
  };
};

/** The notice of a saved search without some of the deals that it names; null if none is left. */
export const withoutDeals = (
  content: SavedSearchContent,
  isLeftOut: (dealId: string) => boolean,
): SavedSearchContent | null => {
  const deals = content.deals.filter(({ id }) => !isLeftOut(id));
  const count = content.count - (content.deals.length - deals.length);
  return count > 0 ? { ...content, count, deals } : null;
};

/** Whether a notice tells of a decision of moderators, which the law asks for. */
const isOfModerators = (content: NoticeContent): boolean =>
  chosenKindOf(content.kind) === 'own_deal_removed' ||
  (content.kind === 'own_deal_expired' && content.why === 'moderator');

/** What is left of a notice after the changes; null if nothing is. */
const currentContent = (content: NoticeContent, changes: Changes): NoticeContent | null => {
  const isBlocked = (dealId: string): boolean => changes.blockedDeals.has(dealId);
  const isOutdated = (dealId: string): boolean =>
    changes.deletedDeals.has(dealId) || isBlocked(dealId);
  if (changes.isSuspended && !isOfModerators(content)) return null;
  switch (content.kind) {
    case 'own_deal_expired':
    case 'own_deal_removed':
    case 'own_post_reinstated':
    case 'watched_page':
    case 'moderation_decision':
      return content;
    case 'channel_invitation':
      return changes.blockedUsers.has(content.inviter.id) ? null : content;
    case 'no_longer_available':
      return isBlocked(content.deal.id) || changes.hiddenDeals.has(content.deal.id)
        ? null
        : content;
    case 'saved_search':
      return withoutDeals(content, isOutdated);
    case 'price_drop':
    case 'back_in_stock':
    case 'price_alert':
    case 'sale_to_rate':
      return isOutdated(content.deal.id) ? null : content;
    case 'deal_comment':
    case 'comment_reply': {
      const isRead = (changes.readComments.get(commentsKey(content)) ?? 0) >= content.to;
      const isOver = isOutdated(content.deal.id) || changes.blockedUsers.has(content.latest.id);
      return isRead || isOver ? null : content;
    }
  }
};

/**
 * Due notices of a user without what is no longer worth a mail or a push: deals that were deleted, and
 * members whom the user has blocked, since the notices were written; of a suspended user everything but
 * the decisions of moderators.
 */
export const leaveOutOutdated = async (
  context: Pick<NoticesContext, 'clock' | 'database'>,
  userId: string,
  notices: readonly DueNotice[],
): Promise<readonly DueNotice[]> => {
  if (notices.length === 0) return [];
  const contents = notices.map(({ content }) => content);
  const changes = await readChanges(context, userId, contents);
  return notices.flatMap((notice) => {
    const content = currentContent(notice.content, changes);
    return content === null ? [] : { ...notice, content };
  });
};
