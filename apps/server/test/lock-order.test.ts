import type { Transaction } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteUser, suspendUser } from '@izgodno/contract/accounts/administration-calls';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { addComment } from '@izgodno/contract/chat/comment-calls';
import { dealChannelId } from '@izgodno/contract/chat/deal-channel';
import {
  addMember,
  createChannel,
  openDirect,
  removeMember,
} from '@izgodno/contract/chat/channel-calls';
import { deleteMessage, sendMessage } from '@izgodno/contract/chat/message-calls';
import {
  banMember,
  closeMessageReports,
  reportMessage,
} from '@izgodno/contract/chat/moderation-calls';
import { addFavorite } from '@izgodno/contract/engagement/calls';
import * as appeals from '@izgodno/contract/moderation/appeal-calls';
import {
  EXPIRED_VOTES_NEEDED,
  markExpired,
  moderateDeal,
  reportDeal,
} from '@izgodno/contract/moderation/calls';
import * as memberReports from '@izgodno/contract/moderation/member-report-calls';
import { createDeal } from '@izgodno/contract/posts/calls';
import { setPriceAlert } from '@izgodno/contract/price-alerts/calls';
import { rateSale, removeRating, sellDeal } from '@izgodno/contract/sales/calls';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Schema } from '#schema/schema.ts';
import { insertSources, updateDeal } from '#test/deal-factory.ts';
import { untilWaiting } from '#test/lock-waits.ts';
import { somebody } from '#test/session-app.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

// An act on a user locks their account first and what belongs to it then. What would lock these the
// other way round waits for the account before it locks anything else, so that neither deadlocks.

const users = provideUsersApp();
const database = () => users.current.database.database;
let seller: Member;
let other: Member;
let moderator: Member;
let dealId: string;
/** The message that a reply is to. */
let replied: string;

beforeAll(async () => {
  await insertSources(database());
  // What changes later is read by the next run.
  for (const job of ['favorites.alert', 'price-alerts.notify']) await users.current.jobs.fire(job);
});
beforeEach(async () => {
  users.current.time += 1_000;
  seller = await users.current.member();
  other = await users.current.member();
  moderator = await users.current.member('moderator');
  const price = { amount: 50_00, currency: 'EUR' };
  const body = { title: 'Палатка', price, category: 'sports' };
  dealId = (await users.current.ask(createDeal, { token: seller.token, body })).deal.id;
});

const ofDeal = (who: Member, body: object = {}) => ({
  token: who.token,
  params: { id: dealId },
  body,
});

const moderate = (action: string, who = moderator) =>
  users.current.ask(moderateDeal, ofDeal(who, { action, reason: 'Причина' }));

const judgement = (params: Record<string, string>) => ({
  token: moderator.token,
  params,
  body: { reason: 'Обида' },
});

const reportByOther = () => users.current.ask(reportDeal, ofDeal(other, { reason: 'scam' }));

const reprice = (amount: number) =>
  updateDeal(database(), Number(dealId), { price_amount: amount, price_eur: amount });

const comment = async (): Promise<string> => {
  const body = { clientId: crypto.randomUUID(), text: 'Има ли гаранция?' };
  return (await users.current.ask(addComment, ofDeal(seller, body))).comment.id;
};

const rating = async (): Promise<string> => {
  const at = new Date(users.current.time);
  const sale = { deal_id: Number(dealId), seller_id: seller.id, buyer_id: other.id };
  await database()
    .insertInto('sales')
    .values({ ...sale, sold_at: at })
    .execute();
  const id = createUuidV7(users.current.time);
  const sides = { deal_id: Number(dealId), rater_id: other.id, rated_id: seller.id };
  const content = { stars: 1, text: '', reply: null };
  await database()
    .insertInto('ratings')
    .values({ id, ...sides, ...content, created_at: at, shown_at: at, removed_at: null })
    .execute();
  return id;
};

const appealOfSeller = async (): Promise<string> => {
  await moderate('remove');
  const { decisions } = await users.current.ask(appeals.listDecisions, { token: seller.token });
  const params = { id: decisions[0]?.id ?? '' };
  const body = { text: 'Имам касова бележка.' };
  await users.current.ask(appeals.appealDecision, { token: seller.token, params, body });
  const { id } = await database()
    .selectFrom('appeals')
    .select('id')
    .where('user_id', '=', seller.id)
    .executeTakeFirstOrThrow();
  return id;
};

interface Case {
  /** Whose account the act of others locks. */
  readonly held: () => Member;
  /** Prepares what `act` works on. */
  readonly prepare?: () => Promise<string | void>;
  readonly act: (prepared: string) => Promise<unknown>;
  /** Locks what the act changes, or throws. */
  readonly lock: (
    transaction: Transaction<Schema>,
    prepared: string,
  ) => { execute(): Promise<unknown> };
}

const lockAccount =
  ({ id }: Member) =>
  (transaction: Transaction<Schema>) =>
    transaction.selectFrom('users').where('id', '=', id).forUpdate().noWait();

const lockDeal = (transaction: Transaction<Schema>) =>
  transaction.selectFrom('deals').where('id', '=', Number(dealId)).forUpdate().noWait();

const lockReports = (transaction: Transaction<Schema>) =>
  transaction.selectFrom('deal_reports').where('deal_id', '=', Number(dealId)).forUpdate().noWait();

const lockComments = (transaction: Transaction<Schema>) =>
  transaction.selectFrom('channels').where('id', '=', dealChannelId(dealId)).forUpdate().noWait();

const lockMessageReports = (transaction: Transaction<Schema>, id: string) =>
  transaction.selectFrom('message_reports').where('message_id', '=', id).forUpdate().noWait();

const makeChannel = async (): Promise<string> => {
  const body = { name: `Стая ${dealId}`, kind: 'public' };
  return (await users.current.ask(createChannel, { token: seller.token, body })).channel.id;
};

const lockChannel = (transaction: Transaction<Schema>, id: string) =>
  transaction.selectFrom('channels').where('id', '=', id).forUpdate().noWait();

const say = async (who: Member, channelId: string, more: object = {}) => {
  const body = { channelId, clientId: crypto.randomUUID(), text: 'Купувам', ...more };
  return (await users.current.ask(sendMessage, { token: who.token, body })).message;
};

/** Writes to the seller, who can then sell to them. */
const write = async () => {
  const body = { userIds: [seller.id] };
  const { channel } = await users.current.ask(openDirect, { token: other.token, body });
  return say(other, channel.id);
};

const inChannel = (who: Member, id: string) => ({
  token: who.token,
  params: { id, userId: other.id },
});

const mayBuy = async () => void (await write());
const sell = () => users.current.ask(sellDeal, ofDeal(seller, { buyerId: other.id }));

const reportedComment = async (): Promise<string> => {
  const id = await comment();
  const { token } = other;
  await users.current.ask(reportMessage, { token, params: { id }, body: { reason: 'fraud' } });
  return id;
};

const cases: Readonly<Record<string, Case>> = {
  'the decision about a deal, of its seller': {
    held: () => seller,
    act: () => moderate('remove'),
    lock: lockDeal,
  },
  'the decision about a deal, of who reported it': {
    held: () => other,
    prepare: async () => void (await reportByOther()),
    act: () => moderate('remove'),
    lock: lockReports,
  },
  'the last expired vote, of the seller': {
    held: () => seller,
    async prepare() {
      const rows = [];
      for (let index = 1; index < EXPIRED_VOTES_NEEDED; index += 1) {
        const { id } = await users.current.member();
        const mark = { deal_id: Number(dealId), user_id: id, network: Buffer.from([index]) };
        rows.push({ ...mark, created_at: new Date(users.current.time) });
      }
      await database().insertInto('expired_marks').values(rows).execute();
    },
    act: () => users.current.ask(markExpired, ofDeal(other)),
    lock: lockDeal,
  },
  'the answer to an appeal, of its author': {
    held: () => seller,
    prepare: appealOfSeller,
    async act(id) {
      const { token } = await users.current.member('moderator');
      const body = { outcome: 'reversed', reason: 'Бележката е истинска' };
      await users.current.ask(appeals.decideAppeal, { token, params: { id }, body });
    },
    lock: (transaction) =>
      transaction.selectFrom('appeals').where('user_id', '=', seller.id).forUpdate().noWait(),
  },
  'the end of a post, of its seller': {
    held: () => seller,
    async prepare() {
      await database()
        .updateTable('posts')
        .set({ expires_at: new Date(users.current.time) })
        .where('deal_id', '=', Number(dealId))
        .execute();
    },
    act: () => users.current.jobs.fire('posts.expire'),
    lock: lockDeal,
  },
  'the end of reports of an erased deal, of who reported it': {
    held: () => other,
    async prepare() {
      await reportByOther();
      await updateDeal(database(), Number(dealId), { title: '' });
    },
    act: () => users.current.jobs.fire('moderation.close-obsolete'),
    lock: lockReports,
  },
  'the decision about reports of a member, of who reported them': {
    held: () => other,
    async prepare() {
      const params = { userId: seller.id };
      const body = { reason: 'fraud' };
      await users.current.ask(memberReports.reportUser, { token: other.token, params, body });
    },
    act: () =>
      users.current.ask(memberReports.closeMemberReports, judgement({ subjectId: seller.id })),
    lock: (transaction) =>
      transaction
        .selectFrom('member_reports')
        .where('subject_id', '=', seller.id)
        .forUpdate()
        .noWait(),
  },
  'a lower price of a favourite, of its user': {
    held: () => other,
    async prepare() {
      const { token } = other;
      await users.current.ask(addFavorite, { token, params: { id: dealId } });
      await reprice(40_00);
    },
    act: () => users.current.jobs.fire('favorites.alert'),
    lock: (transaction) =>
      transaction.selectFrom('favorites').where('user_id', '=', other.id).forUpdate().noWait(),
  },
  'a price that an alert asks for, of its user': {
    held: () => other,
    async prepare() {
      const below = { amount: 45_00, currency: 'EUR' };
      await users.current.ask(setPriceAlert, ofDeal(other, { below }));
      await reprice(40_00);
    },
    act: () => users.current.jobs.fire('price-alerts.notify'),
    lock: (transaction) =>
      transaction.selectFrom('price_alerts').where('user_id', '=', other.id).forUpdate().noWait(),
  },
  'the removal of a rating, of its author': {
    held: () => other,
    prepare: rating,
    act: (id) => users.current.ask(removeRating, judgement({ id })),
    lock: (transaction, id) =>
      transaction.selectFrom('ratings').where('id', '=', id).forUpdate().noWait(),
  },
  'a sale, of the seller': { held: () => seller, prepare: mayBuy, act: sell, lock: lockDeal },
  'a sale, of the buyer': { held: () => other, prepare: mayBuy, act: sell, lock: lockDeal },
  'a rating, of the rated user': {
    held: () => other,
    async prepare() {
      await write();
      await sell();
    },
    act: () => users.current.ask(rateSale, ofDeal(seller, { stars: 5, text: '' })),
    lock: (transaction) =>
      transaction.selectFrom('sales').where('deal_id', '=', Number(dealId)).forUpdate().noWait(),
  },
  'an invitation, of the invited user': {
    held: () => other,
    prepare: makeChannel,
    act: (id) => users.current.ask(addMember, inChannel(seller, id)),
    lock: lockChannel,
  },
  'a ban, of the banned user': {
    held: () => other,
    prepare: makeChannel,
    act: (id) => users.current.ask(banMember, { ...inChannel(seller, id), body: { reason: '' } }),
    lock: lockChannel,
  },
  'the leaving of a channel, of who leaves': {
    held: () => other,
    async prepare() {
      const id = await makeChannel();
      await users.current.ask(addMember, inChannel(other, id));
      return id;
    },
    act: (id) => users.current.ask(removeMember, inChannel(other, id)),
    lock: lockChannel,
  },
  'a reply, of who began its thread': {
    held: () => other,
    async prepare() {
      const { id, channelId } = await write();
      replied = id;
      return channelId;
    },
    act: (channelId) => say(seller, channelId, { replyTo: replied }),
    lock: lockChannel,
  },
  'a comment, of the seller': {
    held: () => seller,
    prepare: comment,
    act: () => {
      const body = { clientId: crypto.randomUUID(), text: 'Работи ли?' };
      return users.current.ask(addComment, ofDeal(other, body));
    },
    lock: lockComments,
  },
  'the deletion of a comment, of its sender': {
    held: () => seller,
    prepare: comment,
    act: (id) => users.current.ask(deleteMessage, judgement({ id })),
    lock: lockComments,
  },
  'the decision about reports of a comment, of who reported it': {
    held: () => other,
    prepare: reportedComment,
    act: (messageId) =>
      users.current.ask(closeMessageReports, {
        token: moderator.token,
        params: { messageId },
        body: { outcome: 'dismissed' },
      }),
    lock: lockMessageReports,
  },
  'the end of reports of an erased comment, of who reported it': {
    held: () => other,
    async prepare() {
      const id = await reportedComment();
      const deletion = { text: '', deleted_at: new Date(users.current.time) };
      await database().updateTable('messages').set(deletion).where('id', '=', id).execute();
      return id;
    },
    act: () => users.current.jobs.fire('chat.erase-old'),
    lock: lockMessageReports,
  },
};

type Lock = (transaction: Transaction<Schema>) => { execute(): Promise<unknown> };

/** Locks `first`, starts acts that wait for it, and locks `then`; returns why that fails, if it does. */
const whileActing = async (
  first: Lock,
  acts: readonly (() => Promise<unknown>)[],
  then: Lock,
): Promise<unknown> => {
  const acting: Promise<unknown>[] = [];
  const rejection = await database()
    .transaction()
    .execute(async (transaction) => {
      await first(transaction).execute();
      for (const act of acts) await untilWaiting(database(), acting.push(act()));
      await then(transaction).execute();
    })
    .then(
      () => null,
      (error: unknown) => error,
    );
  await Promise.all(acting);
  return rejection;
};

test.for(Object.entries(cases))('%s', async ([, { held, prepare, act, lock }]) => {
  const prepared = (await prepare?.()) ?? '';
  const rejection = await whileActing(lockAccount(held()), [() => act(prepared)], (transaction) =>
    lock(transaction, prepared),
  );
  expect(rejection).toBeNull();
});

test.for(['deletion', 'suspension'] as const)(
  'the %s of a user locks the comments on deals before the deals, as a comment does',
  async (kind) => {
    await comment();
    const { token } = await users.current.member('admin');
    const params = { userId: seller.id };
    const reason = 'Измама';
    const act = (): Promise<unknown> =>
      kind === 'deletion'
        ? users.current.ask(deleteUser, { token, params, body: { reason } })
        : users.current.ask(suspendUser, { token, params, body: { reason, removeContent: true } });
    expect(await whileActing(lockComments, [act], lockDeal)).toBeNull();
  },
);

test.for([
  ['deletion', deleteUser],
  ['suspension', suspendUser],
] as const)(
  'the %s of a user waits for the deletion of another who is notified of it',
  async ([, call]) => {
    const { token } = await users.current.member('admin');
    const params = { userId: other.id };
    const body = { currentPassword: somebody().password };
    const rejection = await whileActing(
      lockAccount(seller),
      [
        () => users.current.ask(deleteAccount, { token: seller.token, body }),
        () => users.current.ask(call, { token, params, body: { reason: 'Измама' } }),
      ],
      lockAccount(other),
    );
    expect(rejection).toBeNull();
  },
);
