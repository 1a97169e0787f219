import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { everyDeal } from '#features/search/deal-search.ts';
import { aDeal, insertDeals, updateDeal, insertSources, type NewDeal } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { groupOffers, queueStrayOffers, readBatch, settle } from './group-offers.ts';

const postgres = useTestDatabase();
const GTIN = '3800123450013';
const OTHER_GTIN = '3800123450020';

const queue = (ids: readonly number[]) =>
  postgres.current.database
    .insertInto('offers_to_group')
    .values(ids.map((id) => ({ deal_id: id })))
    .execute();

const add = async (...deals: readonly Partial<NewDeal>[]): Promise<readonly number[]> => {
  const ids = await insertDeals(postgres.current.database, deals.map(aDeal));
  await queue(ids);
  return ids;
};

const change = async (id: number, changes: Partial<NewDeal>): Promise<void> => {
  const { database } = postgres.current;
  await updateDeal(database, id, changes);
  await queue([id]);
};

const priced = (cents: number) => ({ price_amount: cents, price_eur: cents });

const group = () => groupOffers(postgres.current.database);

const found = async (): Promise<readonly number[]> => {
  const search = createPostgresDealSearch(postgres.current.database);
  const { hits, total } = await search.search(everyDeal, 100, null);
  expect(total).toBe(hits.length);
  return hits.map(({ id }) => Number(id)).toSorted((one, other) => one - other);
};

const state = () =>
  postgres.current.database
    .selectFrom('deals')
    .select(['id', 'represented_by', 'offer_count'])
    .orderBy('id')
    .execute();

const countOf = async (id: number): Promise<number> => {
  const { database } = postgres.current;
  const row = database.selectFrom('deals').select('offer_count').where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).offer_count;
};

beforeEach(async () => {
  const { database } = postgres.current;
  await database.deleteFrom('deals').execute();
  await database.deleteFrom('offer_keys').execute();
  await database.deleteFrom('offers_to_group').execute();
  await database.deleteFrom('sources').execute();
  await insertSources(database);
});

describe('one offer of two sources', () => {
  test('is found once, at the cheaper price, until that one becomes dearer', async () => {
    const [dear = 0, cheap = 0, other = 0] = await add(
      { gtin: GTIN, ...priced(2_000) },
      { source_id: 'board', gtin: GTIN, ...priced(1_000) },
      { source_id: 'trips', gtin: OTHER_GTIN },
    );
    expect(await group()).toBe(2);
    expect(await found()).toEqual([cheap, other]);
    expect(await countOf(cheap)).toBe(2);

    await change(cheap, priced(3_000));
    await group();
    expect(await found()).toEqual([dear, other]);
    expect([await countOf(dear), await countOf(cheap)]).toEqual([2, 1]);
    expect(await group()).toBe(0);
  });

  test('is represented by the one in stock, though it costs more', async () => {
    const [inStock = 0] = await add(
      { gtin: GTIN, ...priced(2_000) },
      { source_id: 'board', gtin: GTIN, ...priced(1_000), availability: 'out_of_stock' },
    );
    await group();
    expect(await found()).toEqual([inStock]);
  });

  test("is recognised by the shop's own page, also behind a network's link", async () => {
    const page = 'https://a.example/1';
    const [own = 0] = await add(
      { link: page },
      { source_id: 'board', link: 'https://network.example/l/7', product_link: page },
    );
    await group();
    expect(await found()).toEqual([own]);
  });

  test('is separated when its GTIN turns out to differ', async () => {
    const [one = 0, other = 0] = await add({ gtin: GTIN }, { source_id: 'board', gtin: GTIN });
    await group();
    await change(other, { gtin: OTHER_GTIN });
    await group();
    expect(await found()).toEqual([one, other]);
    expect(await countOf(one)).toBe(1);
  });

  test('is separated when a source uses the GTIN twice', async () => {
    const [one = 0, other = 0] = await add({ gtin: GTIN }, { source_id: 'board', gtin: GTIN });
    await group();
    expect(await found()).toEqual([one]);
    const [third = 0] = await add({ source_id: 'board', gtin: GTIN });
    await group();
    expect(await found()).toEqual([one, other, third]);
  });

  test.each(['queued', 'by a writer that queues nothing'])(
    'is found by itself again when the cheaper one is unavailable, %s',
    async (how) => {
      const [dear = 0, cheap = 0] = await add(
        { gtin: GTIN, ...priced(2_000) },
        { source_id: 'board', gtin: GTIN, ...priced(1_000) },
      );
      await group();
      const { database } = postgres.current;
      await updateDeal(database, cheap, { status: 'sold' });
      if (how === 'queued') await queue([cheap]);
      else await queueStrayOffers(database);
      await group();
      expect(await found()).toEqual([dear]);
      expect(await countOf(dear)).toBe(1);
    },
  );
});

test('a product is found and ordered by the lowest total of its offers in stock', async () => {
  const [cheap = 0, near = 0, other = 0] = await add(
    { gtin: GTIN, source_id: 'shop', ...priced(10_00), delivery_eur: 5_00 },
    { gtin: GTIN, source_id: 'trips', ...priced(12_00), delivery_eur: 1_00 },
    { gtin: OTHER_GTIN, ...priced(14_00), delivery_eur: 0 },
  );
  await group();
  const search = createPostgresDealSearch(postgres.current.database);
  const found = async (query: object) =>
    (await search.search({ ...everyDeal, ...query }, 10, null)).hits.map(({ id }) => Number(id));
  expect(await found({ sort: 'total_asc' })).toEqual([cheap, other]);
  expect(await found({ maxTotal: 13_00 })).toEqual([cheap]);

  await change(near, { availability: 'out_of_stock' });
  await group();
  expect(await found({ sort: 'total_asc' })).toEqual([other, cheap]);
  expect(await found({ maxTotal: 13_00 })).toEqual([]);
  await change(cheap, { delivery_eur: null });
  await group();
  expect(await found({ maxTotal: 10_00 })).toEqual([cheap]);
});

test('a removed deal counts also if it was alone, because readers of changes wait for it', async () => {
  const [id = 0] = await add({ gtin: GTIN });
  expect(await group()).toBe(0);
  await change(id, { deleted_at: new Date() });
  expect(await group()).toBe(1);
});

test('different conditions, members’ posts and equal titles stay separate', async () => {
  const ids = await add(
    { gtin: GTIN },
    { source_id: 'board', gtin: GTIN, condition: 'like_new' },
    { source_id: 'trips', gtin: GTIN, seller_id: '01900000-0000-7000-8000-000000000001' },
    { source_id: 'board' },
  );
  expect(await group()).toBe(0);
  expect(await found()).toEqual(ids);
});

test('two concurrent nodes give the same result as one', async () => {
  const count = 12_000;
  const deals = Array.from({ length: count }, (_, index) => ({
    source_id: index % 2 === 0 ? 'shop' : 'board',
    link: `https://a.example/${index >> 1}`,
    ...priced(1_000 + index),
  }));
  for (let from = 0; from < count; from += 2_000) await add(...deals.slice(from, from + 2_000));

  await Promise.all([group(), group()]);
  await group();

  const current = await state();
  expect(current.filter(({ represented_by }) => represented_by === null)).toHaveLength(count / 2);
  expect(new Set(current.map(({ offer_count }) => offer_count))).toEqual(new Set([1, 2]));
});

test('what another node has grouped since a batch was read is not overwritten', async () => {
  const { database } = postgres.current;
  const [one = 0] = await add({ gtin: GTIN }, { source_id: 'board', gtin: GTIN });
  const read = await readBatch(database, 0);
  await change(one, { gtin: OTHER_GTIN });
  await group();
  const before = await state();

  expect(await settle(database, read)).toEqual({ kind: 'overtaken' });
  await group();
  expect(await state()).toEqual(before);
  expect(await found()).toHaveLength(2);
});

test('a placeholder that thousands share joins nothing', async () => {
  await add(
    ...Array.from({ length: 1_500 }, (_, index) => ({
      source_id: index % 2 === 0 ? 'shop' : 'board',
      brand: 'Acme',
      mpn: 'AC-1000',
    })),
  );
  expect(await group()).toBe(0);
});

test('grouping change by change gives the same result as grouping all at once', async () => {
  const changes = fc.array(
    fc.record({
      at: fc.nat({ max: 5 }),
      gtin: fc.constantFrom(null, GTIN, OTHER_GTIN),
      link: fc.constantFrom(null, 'https://a.example/1', 'https://a.example/2'),
      mpn: fc.constantFrom(null, 'AB-1234'),
      status: fc.constantFrom<'active' | 'expired'>('active', 'active', 'active', 'expired'),
    }),
    { minLength: 1, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(changes, async (steps) => {
      const { database } = postgres.current;
      await database.deleteFrom('deals').execute();
      await database.deleteFrom('offer_keys').execute();
      const sources = ['shop', 'board', 'trips', 'shop', 'board', 'trips'];
      const ids = await add(...sources.map((source_id) => ({ source_id, brand: 'Acme' })));
      for (const { at, ...values } of steps) {
        await change(ids[at] ?? 0, values);
        await group();
      }
      const stepwise = await state();
      await database.deleteFrom('offer_keys').execute();
      await queue(ids);
      await group();
      expect(await state()).toEqual(stepwise);
    }),
    { numRuns: 25 },
  );
});
