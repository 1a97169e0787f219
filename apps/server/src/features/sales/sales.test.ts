import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import { blockUser } from '@izgodno/contract/blocks/calls';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import { getDeal } from '@izgodno/contract/deals/calls';
import { listNotices } from '@izgodno/contract/notices/calls';
import { changeDealStatus, createDeal } from '@izgodno/contract/posts/calls';
import * as calls from '@izgodno/contract/sales/calls';
import { untilWaiting } from '#test/lock-waits.ts';
import { insertSources } from '#test/deal-factory.ts';
import { somebody } from '#test/session-app.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';
import { showRatingsJob } from './api.ts';

const users = provideUsersApp();
let seller: Member;
let buyer: Member;
let stranger: Member;
let dealId: string;

beforeAll(() => insertSources(users.current.database.database));

const write = async (from: Member, to: Member): Promise<void> => {
  const { channel } = await users.current.ask(channelCalls.openDirect, {
    token: from.token,
    body: { userIds: [to.id] },
  });
  await users.current.ask(messageCalls.sendMessage, {
    token: from.token,
    body: { channelId: channel.id, clientId: crypto.randomUUID(), text: 'Още ли се продава?' },
  });
};

const post = async (): Promise<string> => {
  const price = { amount: 50_00, currency: 'EUR' };
  const body = { title: 'Китара, 0888 123 456', price, category: 'music-instruments' };
  return (await users.current.ask(createDeal, { token: seller.token, body })).deal.id;
};

beforeEach(async () => {
  users.current.time += HOUR_MS;
  [seller, buyer, stranger] = [
    await users.current.member(),
    await users.current.member(),
    await users.current.member(),
  ];
  dealId = await post();
  await write(buyer, seller);
});

const options = (who: Member, body: object = {}) => ({
  token: who.token,
  params: { id: dealId },
  body,
});
const sell = (who = seller, to: Member | null = buyer) =>
  users.current.ask(calls.sellDeal, options(who, to === null ? {} : { buyerId: to.id }));
const rate = (who: Member, stars = 5, text = '') =>
  users.current.ask(calls.rateSale, options(who, { stars, text }));
const block = ({ token }: Member, userId: string) =>
  users.current.ask(blockUser, { token, params: { userId } });
const ratingsOf = ({ id }: Member) =>
  users.current.ask(calls.listRatings, { params: { id }, query: {} });
const codeOf = async (call: (typeof calls)['sellDeal' | 'rateSale'], who: Member, body: object) =>
  (await users.current.rejection(call, options(who, body))).code;

describe('a sale', () => {
  test('keeps its buyer if they rate while it is given to another', async () => {
    const { database } = users.current.database;
    await write(stranger, seller);
    await sell();
    let changed: Promise<string> = Promise.resolve('');
    await database.transaction().execute(async (transaction) => {
      const sale = transaction.selectFrom('sales').select('deal_id').forUpdate();
      await sale.where('deal_id', '=', Number(dealId)).execute();
      await transaction
        .insertInto('ratings')
        .values({
          id: crypto.randomUUID(),
          deal_id: Number(dealId),
          rater_id: buyer.id,
          rated_id: seller.id,
          stars: 1,
          text: '',
          reply: null,
          created_at: new Date(users.current.time),
          shown_at: null,
          removed_at: null,
        })
        .execute();
      changed = codeOf(calls.sellDeal, seller, { buyerId: stranger.id });
      await untilWaiting(database, 1);
    });
    expect(await changed).toBe('status_conflict');
  });

  test('to a named member is sold, known to both sides, and asks the buyer for a rating', async () => {
    const { deal, sale } = await sell();
    expect(deal.status).toBe('sold');
    expect(sale).toMatchObject({
      seller: { id: seller.id },
      buyer: { id: buyer.id },
      ownRating: null,
    });
    const read = async (who: Member) =>
      (await users.current.ask(calls.getSale, { token: who.token, params: { id: dealId } })).sale;
    expect(await read(buyer)).toMatchObject({ buyer: { id: buyer.id } });
    expect(await read(stranger)).toBeNull();
    await sell();
    const { notices } = await users.current.ask(listNotices, { token: buyer.token, query: {} });
    expect(notices.map(({ content }) => content)).toMatchObject([
      { kind: 'sale_to_rate', deal: { id: dealId }, seller: { id: seller.id } },
    ]);
  });

  test('is forgotten by the notices of others when its seller deletes the account', async () => {
    const noticesOf = async ({ token }: Member) =>
      (await users.current.ask(listNotices, { token, query: {} })).notices;
    await sell();
    expect(await noticesOf(buyer)).toHaveLength(1);
    const body = { currentPassword: somebody().password };
    await users.current.ask(deleteAccount, { token: seller.token, body });
    expect(await noticesOf(buyer)).toEqual([]);
  });

  test('without a buyer only changes the status', async () => {
    const { deal, sale } = await sell(seller, null);
    expect([deal.status, sale]).toEqual(['sold', null]);
    expect(await codeOf(calls.rateSale, seller, { stars: 5 })).toBe('forbidden');
  });

  test('may be corrected until it is rated', async () => {
    await write(stranger, seller);
    await sell(seller, stranger);
    expect((await sell()).sale?.buyer.id).toBe(buyer.id);
    const { notices } = await users.current.ask(listNotices, { token: stranger.token, query: {} });
    expect(notices).toEqual([]);
    await rate(buyer);
    expect(await codeOf(calls.sellDeal, seller, { buyerId: stranger.id })).toBe('status_conflict');
  });

  test('is made only by the seller, to somebody who wrote to them', async () => {
    const moderator = await users.current.member('moderator');
    for (const who of [buyer, moderator])
      expect(await codeOf(calls.sellDeal, who, { buyerId: buyer.id })).toBe('forbidden');
    for (const { id } of [stranger, seller]) {
      const body = { buyerId: id };
      const rejection = await users.current.rejection(calls.sellDeal, options(seller, body));
      expect(rejection).toMatchObject({ code: 'validation_failed', fields: ['buyerId'] });
    }
    const shown = await users.current.ask(getDeal, { params: { id: dealId } });
    expect(shown.deal.status).toBe('active');
    await users.current.ask(changeDealStatus, options(seller, { status: 'deleted' }));
    expect(await codeOf(calls.sellDeal, seller, {})).toBe('not_found');
  });

  test('is not made between users of whom one blocks the other', async () => {
    await write(stranger, seller);
    await block(buyer, seller.id);
    await block(seller, stranger.id);
    for (const { id, token } of [buyer, stranger]) {
      expect(await codeOf(calls.sellDeal, seller, { buyerId: id })).toBe('person_unavailable');
      expect((await users.current.ask(listNotices, { token, query: {} })).notices).toEqual([]);
    }
  });
});

describe('ratings', () => {
  test('are shown once both sides have rated', async () => {
    await sell();
    expect((await rate(buyer, 5, 'Всичко мина чудесно')).sale.ownRating).toMatchObject({
      stars: 5,
      shown: false,
    });
    expect(await ratingsOf(seller)).toMatchObject({ score: null, count: 0, ratings: [] });
    expect((await rate(seller, 4)).sale.ownRating).toMatchObject({ shown: true });
    expect(await ratingsOf(seller)).toMatchObject({
      score: 5,
      count: 1,
      ratings: [{ rater: { id: buyer.id }, role: 'buyer', stars: 5, text: 'Всичко мина чудесно' }],
    });
    expect(await ratingsOf(buyer)).toMatchObject({ score: 4, ratings: [{ role: 'seller' }] });
  });

  test('given at the same time are both shown', async () => {
    await sell();
    await Promise.all([rate(buyer), rate(seller)]);
    expect([(await ratingsOf(seller)).count, (await ratingsOf(buyer)).count]).toEqual([1, 1]);
  });

  test('of one side are shown after 14 days, by the job', async () => {
    await sell();
    await rate(buyer, 3);
    users.current.time += 14 * DAY_MS - 1;
    await users.current.jobs.fire(showRatingsJob.name);
    expect((await ratingsOf(seller)).count).toBe(0);
    users.current.time += 1;
    await users.current.jobs.fire(showRatingsJob.name);
    expect((await ratingsOf(seller)).score).toBe(3);
  });

  test('are one for each side, and only of the two sides', async () => {
    await sell();
    const results = await Promise.all(
      [1, 2].map(() => codeOf(calls.rateSale, buyer, { stars: 1 })),
    );
    expect(results.toSorted()).toEqual(['', 'already_rated']);
    expect(await codeOf(calls.rateSale, stranger, { stars: 1 })).toBe('forbidden');
    for (const stars of [0, 6, 2.5])
      expect(await codeOf(calls.rateSale, seller, { stars })).toBe('validation_failed');
  });

  test('take one reply, of who was rated', async () => {
    await sell();
    await rate(buyer, 2, 'Закъсня');
    await rate(seller);
    const [rating] = (await ratingsOf(seller)).ratings;
    expect(rating?.deal.title).toBe('Китара, 0888 •• •• ••');
    const reply = (who: Member) =>
      users.current.send(calls.replyToRating, {
        token: who.token,
        params: { id: rating?.id ?? '' },
        body: { text: 'Извинявам се' },
      });
    expect((await reply(buyer)).statusCode).toBe(403);
    expect((await reply(seller)).statusCode).toBe(200);
    expect((await reply(seller)).statusCode).toBe(409);
    expect((await ratingsOf(seller)).ratings[0]?.reply).toBe('Извинявам се');
  });

  test('are removed by moderators for good', async () => {
    await sell();
    await rate(buyer, 1, 'обида');
    await rate(seller);
    const moderator = await users.current.member('moderator');
    const id = (await ratingsOf(seller)).ratings[0]?.id ?? '';
    const remove = { params: { id }, body: { reason: 'обида' } };
    const statusFor = async ({ token }: Member) =>
      (await users.current.send(calls.removeRating, { ...remove, token })).statusCode;
    expect(await statusFor(seller)).toBe(403);
    expect(await statusFor(moderator)).toBe(200);
    expect(await statusFor(moderator)).toBe(404);
    expect(await ratingsOf(seller)).toMatchObject({ score: null, count: 0, ratings: [] });
    expect(await codeOf(calls.rateSale, buyer, { stars: 1 })).toBe('already_rated');
  });

  test('are in the export of who gave them', async () => {
    await sell();
    await rate(buyer, 4, 'добре');
    const { ratings, sales } = await users.current.ask(exportAccount, { token: buyer.token });
    const title = 'Китара, 0888 •• •• ••';
    expect(ratings).toMatchObject([{ dealId, title, userId: seller.id, stars: 4, text: 'добре' }]);
    expect(sales).toMatchObject([{ dealId, title, role: 'buyer' }]);
  });
});
