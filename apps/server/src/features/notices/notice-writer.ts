import type { FastifyBaseLogger } from 'fastify';
import { sql, type Transaction } from 'kysely';
import type { Media } from '@izgodno/contract/deals/deal';
import type { DealInNotice, NoticeContent } from '@izgodno/contract/notices/notice';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { Schema } from '#schema/schema.ts';
import type { Publisher } from '#features/realtime/api.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { NoticeDraft, NoticeSubject, Notifier } from './notifier.ts';
import type { NoticeRepository } from './notice-repository.ts';
import { leaveOutBlocked } from './blocked-deals.ts';
import { readPreferences } from './preferences.ts';

/** The number of deals named in a notice of a saved search; the rest are counted. */
const NAMED_DEALS = 3;
/** How long new matches of a saved search are added to its unread notice. */
const JOIN_FOR_MS = 24 * 60 * 60_000;

type Deals = ReadonlyMap<number, DealInNotice>;
type SavedSearchContent = Extract<NoticeContent, { kind: 'saved_search' }>;

/** Every deal of a notice. */
const dealIdsOf = (about: NoticeSubject): readonly number[] => {
  if (about.kind === 'channel_invitation') return [];
  return about.kind === 'saved_search' ? about.dealIds : [about.dealId];
};

const namedDealIdsOf = (about: NoticeSubject): readonly number[] =>
  dealIdsOf(about).slice(0, NAMED_DEALS);

const pictureOf = (media: readonly Media[]): { imageUrl?: string } => {
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
    .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: String(row.id),
        title: row.title,
        price: { amount: row.price_amount, currency: row.price_currency },
        ...pictureOf(row.media),
      },
    ]),
  );
};

const contentOf = (about: NoticeSubject, deals: Deals): NoticeContent | null => {
  if (about.kind === 'channel_invitation') return about;
  if (about.kind === 'saved_search') {
    return {
      kind: 'saved_search',
      savedSearch: about.savedSearch,
      count: about.dealIds.length,
      deals: namedDealIdsOf(about).flatMap((id) => deals.get(id) ?? []),
    };
  }
  const deal = deals.get(about.dealId);
  if (deal === undefined) return null;
  const { dealId: _, ...rest } = about;
  return { ...rest, deal };
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

export interface NoticeWriterOptions {
  readonly database: Database;
  readonly realtime: Publisher;
  readonly logger: FastifyBaseLogger;
  readonly notices: NoticeRepository;
  readonly clock: Clock;
  /** The channels that are configured. */
  readonly available: { readonly mail: boolean; readonly push: boolean };
}

export const createNotifier = ({
  database,
  realtime,
  logger,
  notices: repository,
  clock,
  available,
}: NoticeWriterOptions): Notifier => {
  const write = async (
    transaction: Transaction<Schema>,
    { userId, occasion }: NoticeDraft,
    content: NoticeContent,
    wanted: { readonly inApp: boolean; readonly mail: boolean; readonly push: boolean },
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
        mail_due: wanted.mail && available.mail,
        push_due: wanted.push && available.push,
        read_at: null,
        created_at: at,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'occasion']).doNothing())
      .execute();
  };

  /** Returns the users whose notices changed. */
  const writeAll = async (
    transaction: Transaction<Schema>,
    drafts: readonly NoticeDraft[],
  ): Promise<readonly string[]> => {
    const notices = await leaveOutBlocked(transaction, drafts);
    if (notices.length === 0) return [];
    const people = [...new Set(notices.map(({ userId }) => userId))];
    const preferences = await readPreferences(transaction, people);
    const deals = await readDeals(
      transaction,
      notices.flatMap(({ about }) => namedDealIdsOf(about)),
    );
    const told: string[] = [];
    for (const notice of notices) {
      const wanted = preferences.get(notice.userId)?.[notice.about.kind];
      const content = contentOf(notice.about, deals);
      if (content === null || wanted === undefined) continue;
      if (wanted.inApp || wanted.mail || wanted.push)
        await write(transaction, notice, content, wanted);
      if (wanted.inApp) told.push(notice.userId);
    }
    return told;
  };

  const announce = async (people: ReadonlySet<string>): Promise<void> => {
    const counts = await repository.countUnreadOf([...people]);
    for (const userId of people) {
      const unread = counts.get(userId) ?? 0;
      realtime.toUsers([userId], { type: 'notice.created', data: { unread } });
    }
  };

  const announceOrWarn = (people: ReadonlySet<string>): Promise<void> =>
    announce(people).catch((error: unknown) => {
      // The notice is stored, and is shown when the page is next loaded.
      logger.warn({ err: error }, 'publishing the number of notices to open pages failed');
    });

  return {
    announceUnread: (userIds) => announceOrWarn(new Set(userIds)),
    async withdraw(transaction, notices) {
      for (const { userId, occasion } of notices) {
        await transaction
          .deleteFrom('notices')
          .where('user_id', '=', userId)
          .where('occasion', '=', occasion)
          .execute();
      }
    },
    countUnread: (userId) => repository.countUnread(userId),
    async transaction(work) {
      const told = new Set<string>();
      const result = await database.transaction().execute((transaction) =>
        work(transaction, async (notices) => {
          for (const userId of await writeAll(transaction, notices)) told.add(userId);
        }),
      );
      if (told.size > 0) await announceOrWarn(told);
      return result;
    },
  };
};
