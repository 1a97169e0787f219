import { beforeAll, expect, test } from 'vitest';
import { findDealByLink } from '@izgodno/contract/deals/link-calls';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { provideUsersApp } from '#test/users-app.ts';
import { groupOffers } from './group-offers.ts';

const users = provideUsersApp();

const idOf = async (link: string) =>
  (await users.current.ask(findDealByLink, { query: { link } })).id;

const offer = async (more: Parameters<typeof aDeal>[0]) => {
  const { database } = users.current.database;
  const [id = 0] = await insertDeals(database, [aDeal(more)]);
  await database.insertInto('offers_to_group').values({ deal_id: id }).execute();
  await groupOffers(database);
  return String(id);
};

beforeAll(async () => {
  await insertSources(users.current.database.database);
});

test.each(['new', 'good'] as const)('anyone finds the %s deal of a link', async (condition) => {
  const page = `https://shop.example/${condition}-espresso-machine`;
  const id = await offer({ link: `${page}?utm_source=feed`, condition });
  expect(await idOf(page)).toBe(id);
  expect(await idOf(`${page.replace('https://', 'http://www.')}/?gclid=1`)).toBe(id);
});

test('a link of no deal, of a shop, or of a deal that ended finds none', async () => {
  const page = 'https://shop.example/sold';
  await offer({ link: page, status: 'expired' });
  for (const link of [page, 'https://shop.example/', 'https://other.example/new-espresso-machine'])
    expect(await idOf(link)).toBeUndefined();
});
