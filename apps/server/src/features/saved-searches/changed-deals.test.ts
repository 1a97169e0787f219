import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { listNotices } from '@izgodno/contract/notices/calls';
import { saveSearch } from '@izgodno/contract/saved-searches/calls';
import { aDeal, insertDeals, insertSources, type NewDeal, updateDeal } from '#test/deal-factory.ts';
import { provideUsersApp } from '#test/users-app.ts';

const users = provideUsersApp();

const match = async () => {
  users.current.time += 1_000;
  await users.current.jobs.fire('saved-searches.match');
};

const setPrice = async (id: number, cents: number) => {
  const { database } = users.current.database;
  users.current.time += 1_000;
  const observed_at = new Date(users.current.time);
  await database
    .insertInto('price_observations')
    .values({ deal_id: id, observed_at, price_amount: cents, price_currency: 'EUR' })
    .execute();
  await updateDeal(database, id, { price_amount: cents, price_eur: cents });
};

/** An offer of yesterday for 300 euro. */
const oldOffer = async (given: Partial<NewDeal>): Promise<number> => {
  const at = new Date(users.current.time);
  const [id = 0] = await insertDeals(users.current.database.database, [
    aDeal({ posted_at: at, created_at: at, title: 'Катамаран', ...given }),
  ]);
  await setPrice(id, 300_00);
  users.current.time += DAY_MS;
  return id;
};

beforeAll(() => insertSources(users.current.database.database));

test('a total that falls by another offer is news once, and for limits on the total only', async () => {
  const { database } = users.current.database;
  const lead = await oldOffer({ delivery_eur: 10_00, offer_count: 2 });
  const other = await oldOffer({ source_id: 'board', delivery_eur: 0, represented_by: lead });
  /** As grouping stores it. */
  const setLowest = (cents: number) => updateDeal(database, lead, { lowest_total_eur: cents });
  await setLowest(300_00);
  await match();
  const { token } = await users.current.member();
  for (const [name, limit] of [
    ['price', 'maxPrice=400'],
    ['was within', 'maxTotal=305'],
    ['falls into', 'maxTotal=250'],
    ['still above', 'maxTotal=200'],
  ])
    await users.current.ask(saveSearch, {
      token,
      body: { query: `q=катамаран&${limit}`, name: String(name) },
    });
  await match();
  await setPrice(other, 240_00);
  await setLowest(240_00);
  await match();
  await match();
  const { notices } = await users.current.ask(listNotices, { token });
  expect(notices.map(({ content }) => content)).toMatchObject([
    { savedSearch: { name: 'falls into' }, count: 1, deals: [{ id: String(lead) }] },
  ]);
});

test('a price that falls into the range again a day later is news again', async () => {
  const { database } = users.current.database;
  const id = await oldOffer({ title: 'Рикша' });
  await match();
  const { token } = await users.current.member();
  const body = { query: 'q=рикша&maxPrice=250', name: 'Рикши' };
  const { savedSearch } = await users.current.ask(saveSearch, { token, body });
  const matches = async () =>
    database
      .selectFrom('saved_searches')
      .select('matches')
      .where('id', '=', savedSearch.id)
      .executeTakeFirst();
  for (const cents of [240_00, 260_00, 230_00]) {
    await setPrice(id, cents);
    await match();
    expect(await matches()).toEqual({ matches: 1 });
  }
  await setPrice(id, 260_00);
  users.current.time += DAY_MS;
  await match();
  await setPrice(id, 240_00);
  await match();
  expect(await matches()).toEqual({ matches: 2 });
});
