import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { listDeals } from '@izgodno/contract/search/calls';
import { listSearches, reportSearch } from '@izgodno/contract/search/log-calls';
import { aDeal, insertSources } from '#test/deal-factory.ts';
import { provideUsersApp } from '#test/users-app.ts';

const users = provideUsersApp({ SEARCH_LOG_DAYS: '3' });

const idOf = async (query: Record<string, string>): Promise<string | undefined> =>
  (await users.current.ask(listDeals, { query })).searchId;

const requireId = async (q: string): Promise<string> => {
  const id = await idOf({ q });
  if (id === undefined) throw new Error(`${q} has no id.`);
  return id;
};

/** Reports of one visitor, who is known by the last number of their IP. */
const report = (visitor: number, body: Record<string, unknown>) =>
  users.current.ask(reportSearch, { body, ip: `203.0.113.${visitor}` });

const logOf = async (query: Record<string, string> = {}) => {
  const { token } = await users.current.member('admin');
  return users.current.ask(listSearches, { token, query });
};

const tables = ['search_counts', 'search_visitors', 'search_refinements'] as const;

const stored = async () => {
  const { database } = users.current.database;
  const rows = await Promise.all(
    tables.map((table) => database.selectFrom(table).selectAll().execute()),
  );
  return JSON.stringify(rows);
};

beforeAll(() => insertSources(users.current.database.database));
beforeEach(async () => {
  const { database } = users.current.database;
  for (const table of tables) await database.deleteFrom(table).execute();
  await database.deleteFrom('deals').execute();
  await database
    .insertInto('deals')
    .values([aDeal({ title: 'Лаптоп Aster' }), aDeal({ title: 'Диван Divana' })])
    .execute();
});

describe('the id of a search', () => {
  test('is that of all who search alike', async () => {
    expect(await idOf({ q: 'Лаптоп' })).toBe(await idOf({ q: ' лаптоп ' }));
    expect(await idOf({ q: 'диван' })).not.toBe(await idOf({ q: 'лаптоп' }));
  });

  test.each([
    { category: 'other' },
    { maxPrice: '100' },
    { sort: 'price_asc' },
    { sort: 'price_asc', inStock: 'true' },
  ])('is the same with %j', async (more: Record<string, string>) => {
    expect(await idOf({ q: 'лаптоп', ...more })).toBe(await requireId('лаптоп'));
  });

  test.each([
    {},
    // The filters are why nothing is found.
    { q: 'лаптоп', category: 'electronics' },
    { q: 'лаптоп', maxPrice: '1' },
    { maxPrice: '100' },
    { q: 'лаптоп', raw: 'true' },
    { q: 'ivan@example.com' },
  ])('is absent for %j', async (query: Record<string, string>) => {
    expect(await idOf(query)).toBeUndefined();
  });

  test('cannot be made by callers', async () => {
    const { current } = users;
    const searchId = await requireId('лаптоп');
    const changed = `${searchId.slice(0, -2)}AA`;
    expect(await current.rejection(reportSearch, { body: { searchId: changed } })).toMatchObject({
      status: 400,
      fields: ['searchId'],
    });
    expect(
      await current.rejection(reportSearch, { body: { searchId, refines: 'abc' } }),
    ).toMatchObject({
      status: 400,
      fields: ['refines'],
    });
  });
});

test('the words of a query are stored once three visitors of a day have searched for it', async () => {
  const searchId = await requireId('лаптоп');
  for (const visitor of [1, 2, 2, 2]) await report(visitor, { searchId });
  expect(await logOf()).toMatchObject({ searches: 4, rare: 4, queries: [] });
  expect(await stored()).not.toContain('лаптоп');

  await report(3, { searchId });
  expect(await logOf()).toMatchObject({
    searches: 5,
    rare: 0,
    queries: [{ query: 'лаптоп', searches: 5, withoutDeals: 0, now: { total: 1 } }],
  });
  const { database } = users.current.database;
  expect(await database.selectFrom('search_visitors').selectAll().execute()).toEqual([]);
});

test('nothing stored leads from a query to a visitor, or to their other queries', async () => {
  for (const q of ['лаптоп', 'диван']) await report(7, { searchId: await requireId(q) });
  await logOf();
  const { database } = users.current.database;
  const visits = await database.selectFrom('search_visitors').select('visitor').execute();
  expect(new Set(visits.map(({ visitor }) => visitor.toString('hex'))).size).toBe(2);
  expect(await stored()).not.toContain('203.0.113');
});

test('the log says what was opened, what found nothing, and what was searched for next', async () => {
  const [none, laptop] = [await requireId('хеликоптер'), await requireId('лаптоп')];
  for (const visitor of [1, 2, 3]) {
    await report(visitor, { searchId: none });
    await report(visitor, { searchId: laptop, refines: none });
  }
  await report(1, { searchId: laptop, rank: 1 });
  await report(2, { searchId: laptop, rank: 4 });

  const { queries, ...totals } = await logOf();
  expect(totals).toMatchObject({ searches: 6, withoutDeals: 3, opened: 2, storedDays: 3 });
  expect(queries).toMatchObject([
    { query: 'лаптоп', opened: 2, rank: 2.5, refinedTo: [] },
    { query: 'хеликоптер', opened: 0, refinedTo: [{ query: 'лаптоп', searches: 3 }] },
  ]);
  expect(await logOf({ view: 'none' })).toMatchObject({ queries: [{ query: 'хеликоптер' }] });
  expect(await logOf({ view: 'unopened' })).toMatchObject({ queries: [] });
});

test('the log says what the words mean, with the names of locations', async () => {
  const searchId = await requireId('диван до 5000 лв Варна');
  for (const visitor of [1, 2, 3]) await report(visitor, { searchId });
  expect(await logOf({ view: 'unopened' })).toMatchObject({
    queries: [{ near: 3, now: { understood: { words: 'диван', relaxed: [{ value: 'varna' }] } } }],
  });
});

test('the job erases visitors and words of few at night, and all after the setting', async () => {
  const { current } = users;
  const [laptop, sofa] = [await requireId('лаптоп'), await requireId('диван')];
  for (const visitor of [1, 2, 3]) await report(visitor, { searchId: laptop });
  await report(1, { searchId: sofa, refines: laptop });
  await report(2, { searchId: sofa });
  await logOf();
  const { database } = current.database;
  const counts = () =>
    database.selectFrom('search_counts').select(['query', 'searches']).orderBy('query').execute();
  current.time += DAY_MS;
  for (let run = 0; run < 2; run += 1) {
    await current.jobs.fire('searches.clean');
    expect(await counts()).toEqual([
      { query: 'лаптоп', searches: 3 },
      { query: null, searches: 2 },
    ]);
  }
  for (const table of ['search_visitors', 'search_refinements'] as const)
    expect(await database.selectFrom(table).selectAll().execute()).toEqual([]);

  current.time += 3 * DAY_MS;
  await current.jobs.fire('searches.clean');
  expect(await counts()).toEqual([]);
});
