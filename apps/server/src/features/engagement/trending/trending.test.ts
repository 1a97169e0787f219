import { beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import {
  addFavorite,
  likeDeal,
  listTrendingDeals,
  unlikeDeal,
  viewDeal,
  voteOnDeal,
} from '@izgodno/contract/engagement/calls';
import { aDeal, insertDeals, insertSources, updateDeal, type NewDeal } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp();

const insert = async (given: Partial<NewDeal> = {}): Promise<string> => {
  const [id] = await insertDeals(users.current.database.database, [aDeal(given)]);
  return String(id);
};

const view = (id: string, ip: string) =>
  users.current.ask(viewDeal, { params: { id }, ip, headers: { 'user-agent': 'Firefox' } });

const caresFor = async (id: string, who: Member, ip: string) => {
  const options = { token: who.token, params: { id }, ip };
  await users.current.ask(likeDeal, options);
  await users.current.ask(addFavorite, options);
};

const trending = async (query: Record<string, string> = {}) => {
  await users.current.jobs.fire('deals.trending');
  const { items } = await users.current.ask(listTrendingDeals, { query });
  return items.map(({ id }) => id);
};

const scoreOf = async (id: string): Promise<number> => {
  await users.current.jobs.fire('deals.trending');
  const row = await users.current.database.database
    .selectFrom('trending_deals')
    .select('score')
    .where('deal_id', '=', Number(id))
    .executeTakeFirst();
  return row?.score ?? 0;
};

beforeAll(() => insertSources(users.current.database.database));
beforeEach(async () => {
  await users.current.database.database.deleteFrom('deals').execute();
});

test('is computed for a request before the first run', async () => {
  const id = await insert({
    posted_at: new Date(users.current.time).toISOString(),
    original_amount: 20_00,
    discount_percent: 50,
  });
  const { items } = await users.current.ask(listTrendingDeals);
  expect(items.map((item) => item.id)).toEqual([id]);
});

test('has the deals with the most engagement first; unavailable ones are left out', async () => {
  const [little, much, over] = [
    await insert(),
    await insert({ category: 'clothing' }),
    await insert({ status: 'sold' }),
  ];
  const who = await users.current.member();
  const params = { id: little };
  await users.current.ask(likeDeal, { token: who.token, params, ip: '198.51.100.1' });
  await caresFor(much, who, '198.51.100.2');
  await caresFor(over, who, '198.51.100.3');
  expect(await trending()).toEqual([much, little]);
  for (const category of ['clothing', 'fashion'])
    expect(await trending({ category })).toEqual([much]);
  for (const category of ['all', 'allCategories'])
    expect(await trending({ category })).toEqual([much, little]);
});

test('leaves out what is sold out until it is in stock again', async () => {
  const id = await insert({ availability: 'out_of_stock' });
  const who = await users.current.member();
  await caresFor(id, who, '198.51.100.1');
  expect(await trending()).toEqual([]);
  await updateDeal(users.current.database.database, Number(id), { availability: 'in_stock' });
  expect(await trending()).toEqual([id]);
});

test('views do not count, of any user', async () => {
  const id = await insert();
  const who = await users.current.member();
  await view(id, '198.51.100.1');
  await users.current.ask(viewDeal, { token: who.token, params: { id }, ip: '198.51.100.2' });
  expect(await trending()).toEqual([]);
});

test('sellers do not count on their own posts', async () => {
  const seller = await users.current.member();
  const own = await insert({ source_id: 'board', seller_id: seller.id });
  await caresFor(own, seller, '198.51.100.1');
  expect(await trending()).toEqual([]);
});

test('a former price that only its seller claims does not count', async () => {
  const at = new Date(users.current.time).toISOString();
  await insert({ posted_at: at, original_amount: 100_00 });
  expect(await trending()).toEqual([]);
});

test('engagement counts for half after a day', async () => {
  const id = await insert();
  await caresFor(id, await users.current.member(), '198.51.100.1');
  const fresh = await scoreOf(id);
  users.current.time += 24 * HOUR_MS;
  expect(await scoreOf(id)).toBeCloseTo(fresh / 2, 6);
  users.current.time -= 24 * HOUR_MS;
});

test('hot votes warm a deal, and cold ones remove it from the hot list', async () => {
  const [cold, hot] = [await insert(), await insert()];
  const [ana, ivo] = [await users.current.member(), await users.current.member()];
  const vote = (id: string, who: Member, value: 1 | -1, ip: string) =>
    users.current.ask(voteOnDeal, { token: who.token, params: { id }, body: { value }, ip });
  await vote(hot, ana, 1, '198.51.100.1');
  await vote(cold, ana, 1, '198.51.100.1');
  expect(await trending()).toEqual([hot, cold]);
  await vote(cold, ana, -1, '198.51.100.1');
  await vote(cold, ivo, -1, '198.51.100.2');
  expect(await trending()).toEqual([hot]);
});

test('the other tabs list the newest and the most discussed deals', async () => {
  const [older, newer] = [
    await insert({ posted_at: '2026-05-01T10:00:00Z', comments: 3 }),
    await insert({ posted_at: '2026-05-02T10:00:00Z', comments: 1 }),
  ];
  const quiet = await insert({ posted_at: '2026-05-03T10:00:00Z' });
  expect(await trending({ tab: 'new' })).toEqual([quiet, newer, older]);
  expect(await trending({ tab: 'discussed' })).toEqual([older, newer]);
  const first = await users.current.ask(listTrendingDeals, {
    query: { tab: 'discussed', limit: '1' },
  });
  const { items } = await users.current.ask(listTrendingDeals, {
    query: { tab: 'discussed', limit: '1', cursor: first.nextCursor ?? '' },
  });
  expect(items.map(({ id }) => id)).toEqual([newer]);
  const wrong = await users.current.rejection(listTrendingDeals, { query: { tab: 'best' } });
  expect(wrong).toEqual({ status: 400, code: 'validation_failed', fields: ['tab'] });
});

test('one account counts once, in any network and at any rate', async () => {
  const id = await insert();
  const who = await users.current.member();
  await caresFor(id, who, '198.51.100.1');
  const once = await scoreOf(id);
  for (let day = 1; day <= 5; day += 1) {
    users.current.time += HOUR_MS / 4;
    const ip = `198.51.100.${day + 1}`;
    await caresFor(id, who, ip);
    await users.current.ask(unlikeDeal, { token: who.token, params: { id } });
    await caresFor(id, who, ip);
  }
  expect(await scoreOf(id)).toBeLessThanOrEqual(once);
});

test('one network counts for no more than one user, whatever the number of browsers and accounts', async () => {
  const [pushed, honest] = [await insert(), await insert()];
  const accounts = await Promise.all([
    users.current.member(),
    users.current.member(),
    users.current.member(),
  ]);
  for (const who of accounts) await caresFor(pushed, who, '192.0.2.1');
  const [first, second] = accounts;
  if (first === undefined || second === undefined) throw new Error('no accounts');
  await caresFor(honest, first, '192.0.2.77');
  await caresFor(honest, second, '192.0.2.78');
  expect(await trending()).toEqual([honest, pushed]);
});

test('an IPv6 customer is one network whatever the last 64 bits', async () => {
  const id = await insert();
  for (let host = 1; host <= 4; host += 1)
    await caresFor(id, await users.current.member(), `2001:db8:0:1::${host}`);
  expect(await scoreOf(id)).toBeLessThanOrEqual(10);
});

test('without engagement the newest good discounts come first', async () => {
  const at = new Date(users.current.time).toISOString();
  const [small, great] = [
    await insert({ posted_at: at, original_amount: 12_00, discount_percent: 16 }),
    await insert({ posted_at: at, original_amount: 40_00, discount_percent: 75 }),
  ];
  await insert({ posted_at: at });
  expect(await trending()).toEqual([great, small]);
  await caresFor(small, await users.current.member(), '198.51.100.9');
  expect(await trending()).toEqual([small, great]);
});
