import { sql, type Transaction } from 'kysely';
import type { Media } from '@izgodno/contract/deals/deal';
import {
  chosenKindOf,
  type DealInNotice,
  type NoticeContent,
} from '@izgodno/contract/notices/notice';
import { afterCommit } from '#platform/database/after-commit.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { Schema } from '#schema/schema.ts';
import { publicTitle, readAssessments } from '#features/deals/api.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { dealIdsOf, leaveOutBlocked } from './blocked-deals.ts';
import { isOfComments, recountComments } from './comment-notices.ts';
import { holdRecipients } from './hold-recipients.ts';
import { joinUnread, NAMED_DEALS, type NewNotice } from './join-unread.ts';
import type { NoticesContext } from './notices-context.ts';
import { countUnread, countUnreadOf } from './notices.ts';
import type { NoticeDraft, NoticeSubject, NoticePublisher } from './notice-publisher.ts';
import { readPreferences } from './preferences.ts';

type Deals = ReadonlyMap<number, DealInNotice>;

type Assessments = Awaited<ReturnType<typeof readAssessments>>;

const namedDealIdsOf = (about: NoticeSubject): readonly number[] =>
  dealIdsOf(about).slice(0, NAMED_DEALS);

const imageOf = (media: readonly Media[]): { imageUrl?: string } => {
  const image = media.find(({ kind }) => kind === 'image');
  return image === undefined ? {} : { imageUrl: image.url };
};

const readDeals = async (
  transaction: Transaction<Schema>,
  ids: Iterable<number>,
): Promise<Deals> => {
  const rows = await transaction
    .selectFrom('deals')
    .select(['id', 'source_id', 'title', 'price_amount', 'price_currency', 'media'])
    .where(isOneOf('id', ids, 'bigint'))
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: String(row.id),
        title: publicTitle(row),
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
  // An erased deal has no title by which its followers could know it.
  if (deal === undefined || deal.title === '') return null;
  if (about.kind === 'deal_comment' || about.kind === 'comment_reply') {
    const { dealId: _, sender, seq, ...kind } = about;
    return { ...kind, deal, latest: sender, others: 0, from: seq, to: seq };
  }
  const { dealId: _, ...rest } = about;
  if (!isAboutPrice(about)) return { ...rest, deal };
  const priceVerdict = assessments.get(about.dealId);
  const isKnown = priceVerdict !== undefined && priceVerdict.code !== 'not_enough_history';
  return { ...rest, deal: { ...deal, ...(isKnown ? { priceVerdict } : {}) } };
};

/** Inserts notices in the order of their keys, so that concurrent transactions do not deadlock. */
const insert = async (
  { clock }: NoticesContext,
  transaction: Transaction<Schema>,
  notices: readonly NewNotice[],
): Promise<void> => {
  if (notices.length === 0) return;
  const now = clock.now();
  const rows = notices.map(({ userId, occasion, content, wanted, dueFrom }) => ({
    id: createUuidV7(now),
    user_id: userId,
    kind: content.kind,
    content,
    occasion,
    in_app: wanted.inApp,
    mail_due: wanted.mail,
    push_due: wanted.push,
    due_from: dueFrom,
  }));
  await sql`
    INSERT INTO notices (id, user_id, kind, content, occasion, in_app, mail_due, push_due, mail_from,
                         push_from, created_at)
    SELECT id, user_id, kind, content, occasion, in_app, mail_due, push_due, due_from, due_from,
           ${new Date(now)}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS new (id uuid, user_id uuid, kind text, content jsonb, occasion text, in_app boolean,
                mail_due boolean, push_due boolean, due_from timestamptz)
     ORDER BY user_id, occasion, id
        ON CONFLICT (user_id, occasion) DO NOTHING`.execute(transaction);
};

/** What is to be written, by the preferences of its users. Notices for deleted accounts are left out. */
const prepare = async (
  { clock, mailer, pusher }: NoticesContext,
  transaction: Transaction<Schema>,
  drafts: readonly NoticeDraft[],
): Promise<readonly NewNotice[]> => {
  const notices = await leaveOutBlocked(transaction, drafts);
  if (notices.length === 0) return [];
  const recipients = await holdRecipients(
    transaction,
    notices.map(({ userId }) => userId),
  );
  const preferences = await readPreferences(transaction, recipients);
  const named = new Set(notices.flatMap(({ about }) => namedDealIdsOf(about)));
  const deals = await readDeals(transaction, named);
  const priced = notices.flatMap(({ about }) => (isAboutPrice(about) ? [about.dealId] : []));
  const assessments = await readAssessments(transaction, [...new Set(priced)], clock.now());
  return notices.flatMap(({ userId, occasion, about }) => {
    const chosen = preferences.get(userId)?.[chosenKindOf(about.kind)];
    const content = contentOf(about, deals, assessments);
    if (content === null || chosen === undefined) return [];
    const wanted = {
      inApp: chosen.inApp,
      mail: chosen.mail && mailer.enabled,
      push: chosen.push && pusher.publicKey !== null,
    };
    return wanted.inApp || wanted.mail || wanted.push
      ? { userId, occasion, content, wanted, dueFrom: null }
      : [];
  });
};

/** Counts what new comments were added to. */
const countNewComments = async (
  transaction: Transaction<Schema>,
  notices: readonly NewNotice[],
): Promise<void> => {
  const contents = notices.flatMap(({ userId, content }) =>
    isOfComments(content) ? { userId, dealId: content.deal.id, seq: content.to } : [],
  );
  for (const [dealId, added] of Map.groupBy(contents, (content) => content.dealId)) {
    const userIds = added.map(({ userId }) => userId);
    for (const seq of new Set(added.map((content) => content.seq)))
      await recountComments(transaction, { dealId, added: { userIds, seq } });
  }
};

/** Returns the users whose notices changed. */
const writeAll = async (
  context: NoticesContext,
  transaction: Transaction<Schema>,
  drafts: readonly NoticeDraft[],
): Promise<readonly string[]> => {
  const notices = await prepare(context, transaction, drafts);
  const now = new Date(context.clock.now());
  await insert(context, transaction, await joinUnread(transaction, notices, now));
  await countNewComments(transaction, notices);
  return notices.flatMap(({ userId, wanted }) => (wanted.inApp ? userId : []));
};

const publishUnread = async (
  context: NoticesContext,
  userIds: ReadonlySet<string>,
): Promise<void> => {
  if (userIds.size === 0) return;
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
  async store(transaction, notices) {
    if (notices.length === 0) return;
    const userIds = new Set(await writeAll(context, transaction, notices));
    if (userIds.size === 0) return;
    // The key names the users, because a transaction may store notices of several kinds of work.
    afterCommit(transaction, `notices to ${[...userIds].join()}`, () =>
      publishUnread(context, userIds),
    );
  },
  async withdraw(transaction, notices) {
    for (const { userId, occasion } of notices) {
      await transaction
        .deleteFrom('notices')
        .where('user_id', '=', userId)
        .where('occasion', '=', occasion)
        .execute();
    }
  },
  recountComments,
  async transaction(work) {
    const changed = new Set<string>();
    const result = await context.database.transaction().execute((transaction) =>
      work(transaction, async (notices) => {
        for (const userId of await writeAll(context, transaction, notices)) changed.add(userId);
      }),
    );
    await publishUnread(context, changed);
    return result;
  },
});
