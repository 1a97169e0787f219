import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import { blockUser } from '@izgodno/contract/blocks/calls';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import { getDeal } from '@izgodno/contract/deals/calls';
import { addFavorite, likeDeal, voteOnDeal } from '@izgodno/contract/engagement/calls';
import { markExpired, moderateDeal, reportDeal } from '@izgodno/contract/moderation/calls';
import { listNotices } from '@izgodno/contract/notices/calls';
import {
  createDeal,
  deleteDeal,
  getDealDraft,
  listMyDeals,
  listSellerDeals,
  updateDeal,
} from '@izgodno/contract/posts/calls';
import { getDealContact } from '@izgodno/contract/posts/contact-calls';
import { setPriceAlert } from '@izgodno/contract/price-alerts/calls';
import { listDeals, suggestDeals } from '@izgodno/contract/search/calls';
import { insertDeals, insertSources, aDeal } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';
import { makeWebFolder } from '#test/web-folder.ts';

const webFolder = await makeWebFolder();
afterAll(() => rm(webFolder, { recursive: true, force: true }));
const users = provideUsersApp({}, { webFolder });

const body = {
  title: 'Колело Драг, тел. 0888123456',
  description: 'Внос 2021-2023, 12 500 км. Обадете се: +359 (888) 12-34-56, Иван',
  price: { amount: 120_00, currency: 'EUR' },
  category: 'sports',
  tags: ['градско', '0888 123 456'],
};
const shown = {
  title: 'Колело Драг, тел. 0888 •• •• ••',
  description: 'Внос 2021-2023, 12 500 км. Обадете се: +359 (888) •• •• ••, Иван',
};
const whole = { title: body.title, description: body.description };
const numbers = { numbers: ['0888 123 456'] };

/** Any six digits in a row that end the number, however they are separated. */
const reveals = (text: string): boolean => text.replace(/[\s().-]/g, '').includes('123456');

let seller: Member;
let buyer: Member;
let id: string;

const contactFor = (who: Member) =>
  users.current.ask(getDealContact, { token: who.token, params: { id } });
const rejectedFor = async (who: Member | null, params = { id }) => {
  const token = who === null ? {} : { token: who.token };
  return (await users.current.rejection(getDealContact, { ...token, params })).code;
};

beforeAll(async () => {
  await insertSources(users.current.database.database);
});

beforeEach(async () => {
  users.current.time += HOUR_MS;
  seller = await users.current.member();
  buyer = await users.current.member();
  id = (await users.current.ask(createDeal, { token: seller.token, body })).deal.id;
});

test('no one who is signed out reads the number', async () => {
  const { deal } = await users.current.ask(getDeal, { params: { id } });
  expect(deal).toMatchObject({ ...shown, masked: true, tags: ['градско'] });
  const responses = await Promise.all(
    [
      `/api/deals/${id}`,
      `/api/deals?source=users`,
      `/api/users/${seller.id}/deals`,
      `/api/deals/changes?ids=${id}`,
      `/deals/${id}`,
      `/deals?source=users`,
      `/deals.atom?source=users`,
    ].map(async (url) => [url, (await users.current.app.inject({ url })).body] as const),
  );
  for (const [url, text] of responses) {
    expect.soft(text, url).toContain('0888 •• •• ••');
    expect.soft(reveals(text), url).toBe(false);
  }
});

test('a number in a tag alone is left out, and can be asked for', async () => {
  const tagged = { ...body, title: 'Колело', description: '' };
  ({ id } = (await users.current.ask(createDeal, { token: seller.token, body: tagged })).deal);
  const { deal } = await users.current.ask(getDeal, { params: { id } });
  expect(deal).toMatchObject({ title: 'Колело', masked: true, tags: ['градско'] });
  expect(await contactFor(buyer)).toMatchObject(numbers);
});

const total = async (q: string): Promise<number> =>
  (await users.current.ask(listDeals, { query: { q } })).total;

test('a search neither finds nor completes it', async () => {
  expect(await total('Драг')).toBeGreaterThan(0);
  expect(await total('"0888123456"')).toBe(0);
  for (const q of ['0888', '08881', 'тел 0888', '0888 1', '+359 (888) 12']) {
    const { suggestions, deals } = await users.current.ask(suggestDeals, { query: { q } });
    expect(reveals(JSON.stringify([suggestions, deals]))).toBe(false);
  }
});

test('its seller reads and edits the whole texts, and an edit does not store the mask', async () => {
  const own = { token: seller.token };
  expect((await users.current.ask(listMyDeals, own)).items[0]).toMatchObject(whole);
  const { draft } = await users.current.ask(getDealDraft, { ...own, params: { id } });
  expect(draft).toMatchObject({ ...whole, tags: body.tags });
  const edited = { ...draft, price: { amount: 110_00, currency: 'EUR' } };
  const { deal } = await users.current.ask(updateDeal, { ...own, params: { id }, body: edited });
  expect(deal).toMatchObject(whole);
  await users.current.ask(updateDeal, { ...own, params: { id }, body: { condition: 'fair' } });
  expect(await contactFor(seller)).toMatchObject(numbers);
  const listed = await users.current.ask(listSellerDeals, { ...own, params: { id: seller.id } });
  expect(listed.items[0]).toMatchObject(shown);
});

test('a signed-in user asks for the number, which nothing may store', async () => {
  const { headers } = await users.current.app.inject({
    url: `/api/deals/${id}/contact`,
    headers: { authorization: `Bearer ${buyer.token}` },
  });
  expect(headers['cache-control']).toBe('no-store');
  expect(await contactFor(buyer)).toEqual({ success: true, ...numbers });
  expect(await rejectedFor(null)).toBe('unauthenticated');
});

test('people with a block between them do not', async () => {
  const params = { userId: buyer.id };
  await users.current.ask(blockUser, { token: seller.token, params });
  expect(await rejectedFor(buyer)).toBe('forbidden');
});

test('a removed deal is its seller’s alone, and a deal of a shop has no number', async () => {
  await users.current.ask(deleteDeal, { token: seller.token, params: { id } });
  expect(await rejectedFor(buyer)).toBe('not_found');
  expect(await contactFor(seller)).toMatchObject(numbers);
  const title = 'Лаптоп, тел. 0700 12 345';
  const [shop] = await insertDeals(users.current.database.database, [aDeal({ title })]);
  const { deal } = await users.current.ask(getDeal, { params: { id: String(shop) } });
  expect(deal.title).toBe(title);
  expect(await rejectedFor(buyer, { id: String(shop) })).toBe('not_found');
});

test('neither an account’s data nor the answer to a report has it', async () => {
  const by = { token: buyer.token, params: { id } };
  await users.current.ask(addFavorite, by);
  await users.current.ask(likeDeal, by);
  await users.current.ask(voteOnDeal, { ...by, body: { value: 1 } });
  const alert = { below: { amount: 100_00, currency: 'EUR' } };
  await users.current.ask(setPriceAlert, { ...by, body: alert });
  await users.current.ask(markExpired, by);
  await users.current.ask(reportDeal, { ...by, body: { reason: 'spam' } });
  const moderator = await users.current.member('moderator');
  const decision = { action: 'dismiss', reason: 'Няма нищо нередно' };
  await users.current.ask(moderateDeal, { token: moderator.token, params: { id }, body: decision });
  const data = await users.current.ask(exportAccount, { token: buyer.token });
  const { notices } = await users.current.ask(listNotices, { token: buyer.token });
  expect(JSON.stringify(notices)).toContain('0888 •• •• ••');
  for (const part of ['favorites', 'likes', 'votes', 'priceAlerts', 'expiredVotes'] as const)
    expect.soft(data[part], part).toMatchObject([{ title: shown.title }]);
  expect(reveals(JSON.stringify([data, notices]))).toBe(false);
});

test('an account reads few of them an hour', async () => {
  for (let count = 0; count < 20; count += 1) await contactFor(buyer);
  expect(await rejectedFor(buyer)).toBe('rate_limited');
  expect(await contactFor(seller)).toMatchObject(numbers);
});
