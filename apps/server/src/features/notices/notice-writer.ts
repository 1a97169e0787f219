import { sql, type Transaction } from 'kysely';
import type { Media } from '@izgodno/contract/deals/deal';
import type { ChannelsWanted } from '@izgodno/contract/notices/calls';
import {
  chosenKindOf,
  type DealInNotice,
  type NoticeContent,
} from '@izgodno/contract/notices/notice';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { Schema } from '#schema/schema.ts';
import { readAssessments } from '#features/deals/api.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { dealIdsOf, leaveOutBlocked } from './blocked-deals.ts';
import type { NoticesContext } from './notices-context.ts';
import { countUnread, countUnreadOf } from './notices.ts';
import type { NoticeDraft, NoticeSubject, NoticePublisher } from './notice-publisher.ts';
import { readPreferences } from './preferences.ts';

/** The number of deals named in a notice of a saved search; the rest are counted. */
const NAMED_DEALS = 3;
/** How long new matches of a saved search are added to its unread notice. */
const JOIN_FOR_MS = 24 * 60 * 60_000;

type Deals = ReadonlyMap<number, DealInNotice>;
type SavedSearchContent = Extract<NoticeContent, { kind: 'saved_search' }>;

type Assessments = Awaited<ReturnType<typeof readAssessments>>;

const namedDealIdsOf = (about: NoticeSubject): readonly number[] =>
  dealIdsOf(about).slice(0, NAMED_DEALS);

const imageOf = (media: readonly Media[]): { imageUrl?: string } => {
  const picture = media.find(({ kind }) => kind === 'image');
  return picture === undefined ? {} : { imageUrl: picture.url };
};

const readDeals = async (
  transaction: Transaction<Schema>,
  ids: readonly number[],
): Promise<Deals> => {
  const rows = await transaction
    .selectFrom('deals')
    .select(['id', 'title', 'price_amount', 'price_currency', 'media'])
    .where(isOneOf('id', ids, 'bigint'))
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: String(row.id),
        title: row.title,
        price: { amount: row.price_amount, currency: row.price_currency },
        ...imageOf(row.media),
      },
    ]),
  );
};

type PriceSubject = Extract<NoticeSubject, { kind: 'price_alert' | 'price_drop' }>;

const isAboutPrice = (about: NoticeSubject): about is PriceSubject =>
  about.kind === 'price_alert' || about.kind === 'price_drop';

const contentOf = (
  about: NoticeSubject,
  deals: Deals,
  assessments: Assessments,
): NoticeContent | null => {
  if (about.kind === 'saved_search') {
    return {
      kind: 'saved_search',
      savedSearch: about.savedSearch,
      count: about.dealIds.length,
      deals: namedDealIdsOf(about).flatMap((id) => deals.get(id) ?? []),
    };
  }
  if (!('dealId' in about)) return about;
  const deal = deals.get(about.dealId);
  if (deal === undefined) return null;
  const { dealId: _, ...rest } = about;
  if (!isAboutPrice(about)) return { ...rest, deal };
  const priceVerdict = assessments.get(about.dealId);
  const isKnown = priceVerdict !== undefined && priceVerdict.code !== 'not_enough_history';
  return { ...rest, deal: { ...deal, ...(isKnown ? { priceVerdict } : {}) } };
};

const joined = (before: NoticeContent, now: SavedSearchContent): SavedSearchContent =>
  before.kind === 'saved_search'
    ? {
        ...now,
        count: before.count + now.count,
        deals: [...now.deals, ...before.deals].slice(0, NAMED_DEALS),
      }
    : now;

/** Adds new matches to an unread notice of the same search. Returns false if there is none. */
const join = async (
  transaction: Transaction<Schema>,
  userId: string,
  content: SavedSearchContent,
  now: Date,
): Promise<boolean> => {
  const waiting = await transaction
    .selectFrom('notices')
    .select(['id', 'content'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'saved_search')
    .where(sql<boolean>`content -> 'savedSearch' ->> 'id' = ${content.savedSearch.id}`)
    .where('in_app', '=', true)
    .where('read_at', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - JOIN_FOR_MS))
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (waiting === undefined) return false;
  await transaction
    .updateTable('notices')
    .set({ content: JSON.stringify(joined(waiting.content, content)) })
    .where('id', '=', waiting.id)
    .execute();
  return true;
};

const write = async (
  { clock, mailer, pusher }: NoticesContext,
  transaction: Transaction<Schema>,
  { userId, occasion }: NoticeDraft,
  content: NoticeContent,
  wanted: ChannelsWanted,
): Promise<void> => {
  const now = clock.now();
  const at = new Date(now);
  if (content.kind === 'saved_search' && (await join(transaction, userId, content, at))) return;
  await transaction
    .insertInto('notices')
    .values({
      id: createUuidV7(now),
      user_id: userId,
      kind: content.kind,
      content: JSON.stringify(content),
      occasion,
      in_app: wanted.inApp,
      mail_due: wanted.mail && mailer.enabled,
      push_due: wanted.push && pusher.publicKey !== null,
      read_at: null,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'occasion']).doNothing())
    .execute();
};

/** Those of the users that exist; they do until the transaction ends. */
const holdExisting = async (
  transaction: Transaction<Schema>,
  userIds: Iterable<string>,
): Promise<readonly string[]> => {
  const rows = await transaction
    .selectFrom('users')
    .select('id')
    .where(isOneOf('id', userIds))
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
};

/** Returns the users whose notices changed. Notices for deleted accounts are left out. */
const writeAll = async (
  context: NoticesContext,
  transaction: Transaction<Schema>,
  drafts: readonly NoticeDraft[],
): Promise<readonly string[]> => {
  const notices = await leaveOutBlocked(transaction, drafts);
  if (notices.length === 0) return [];
  const people = await holdExisting(transaction, new Set(notices.map(({ userId }) => userId)));
  const preferences = await readPreferences(transaction, people);
  const deals = await readDeals(
    transaction,
    notices.flatMap(({ about }) => namedDealIdsOf(about)),
  );
  const priced = notices.flatMap(({ about }) => (isAboutPrice(about) ? [about.dealId] : []));
  const assessments = await readAssessments(transaction, [...new Set(priced)], context.clock.now());
  const changed: string[] = [];
  for (const notice of notices) {
    const wanted = preferences.get(notice.userId)?.[chosenKindOf(notice.about.kind)];
    const content = contentOf(notice.about, deals, assessments);
    if (content === null || wanted === undefined) continue;
    if (wanted.inApp || wanted.mail || wanted.push)
      await write(context, transaction, notice, content, wanted);
    if (wanted.inApp) changed.push(notice.userId);
  }
  return changed;
};

const publishUnread = async (
  context: NoticesContext,
  userIds: ReadonlySet<string>,
): Promise<void> => {
  try {
    const counts = await countUnreadOf(context, [...userIds]);
    for (const userId of userIds) {
      const unread = counts.get(userId) ?? 0;
      context.publisher.toUsers([userId], { type: 'notice.created', data: { unread } });
    }
  } catch (error) {
    // The notice is stored, and is shown when the page is next loaded.
    context.logger.warn({ err: error }, 'publishing the number of notices to open pages failed');
  }
};

export const createNoticePublisher = (context: NoticesContext): NoticePublisher => ({
  announceUnread: (userIds) => publishUnread(context, new Set(userIds)),
  countUnread: (userId) => countUnread(context, userId),
  async withdraw(transaction, notices) {
    for (const { userId, occasion } of notices) {
      await transaction
        .deleteFrom('notices')
        .where('user_id', '=', userId)
        .where('occasion', '=', occasion)
        .execute();
    }
  },
  async transaction(work) {
    const changed = new Set<string>();
    const result = await context.database.transaction().execute((transaction) =>
      work(transaction, async (notices) => {
        for (const userId of await writeAll(context, transaction, notices)) changed.add(userId);
      }),
    );
    if (changed.size > 0) await publishUnread(context, changed);
    return result;
  },
});
