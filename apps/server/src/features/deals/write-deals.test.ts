import { beforeEach, describe, expect, test } from 'vitest';
import { createInProcessBus } from '#platform/bus.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';
import type { ColumnKind } from './deal-columns.ts';
import { dealsChanged } from './deals-changed.ts';
import {
  changeDeals,
  countView,
  createDeals,
  eraseDeals,
  setPostEnd,
  type DealChange,
  type DealWriting,
} from './write-deals.ts';

const postgres = useTestDatabase();
const AT = new Date('2026-11-21T10:00:00Z');
const LATER = new Date('2026-11-22T10:00:00Z');
const SELLER = '0190a0c4-0000-7000-8000-000000000001';

let published = 0;
const bus = createInProcessBus();
bus.subscribe(dealsChanged, () => {
  published += 1;
});

const write = <Result>(work: (writing: DealWriting) => Promise<Result>): Promise<Result> =>
  postgres.current.database.transaction().execute((transaction) => work({ transaction, bus }));

const numberOf = async (id: number): Promise<number> =>
  (
    await postgres.current.database
      .selectFrom('deals')
      .select('change_seq')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).change_seq;

const observed = () =>
  postgres.current.database
    .selectFrom('price_observations')
    .select(['deal_id as id', 'observed_at as at', 'price_amount as amount'])
    .orderBy('observed_at')
    .execute();

const queued = async (): Promise<readonly number[]> => {
  const { database } = postgres.current;
  const rows = await database.selectFrom('offers_to_group').select('deal_id').execute();
  return rows.map(({ deal_id }) => deal_id);
};

const add = async (...deals: Parameters<typeof aDeal>[0][]): Promise<readonly number[]> =>
  insertDeals(postgres.current.database, deals.map(aDeal));

beforeEach(async () => {
  const { database } = postgres.current;
  for (const table of [
    'price_observations',
    'offers_to_group',
    'posts',
    'deals',
    'sources',
  ] as const)
    await database.deleteFrom(table).execute();
  await insertSources(database);
  published = 0;
});

describe('a change of a column that is', () => {
  const changes: Record<ColumnKind, DealChange> = {
    visible: { description: 'Another' },
    identity: { gtin: '3800123450013' },
    price: { price_amount: 8_00, price_eur: 8_00, updated_at: AT },
    quiet: { checked_at: AT },
  };

  test.each<
    [ColumnKind, { readonly number: boolean; readonly price: boolean; readonly grouped: boolean }]
  >([
    ['visible', { number: true, price: false, grouped: false }],
    ['identity', { number: true, price: false, grouped: true }],
    ['price', { number: true, price: true, grouped: true }],
    ['quiet', { number: false, price: false, grouped: false }],
  ])('%s', async (kind, follows) => {
    const [id = 0] = await add({});
    const before = await numberOf(id);
    expect(await write((writing) => changeDeals(writing, { ids: [id] }, changes[kind]))).toEqual([
      id,
    ]);
    expect((await numberOf(id)) > before).toBe(follows.number);
    expect(await observed()).toEqual(follows.price ? [{ id, at: AT, amount: 8_00 }] : []);
    expect(await queued()).toEqual(follows.grouped ? [id] : []);
    expect(published).toBe(follows.number ? 1 : 0);
  });
});

test('an empty change gives a new number to each deal of a seller, and to no other', async () => {
  const [own = 0, other = 0] = await add({ seller_id: SELLER }, {});
  const [before, otherBefore] = [await numberOf(own), await numberOf(other)];
  await write((writing) => changeDeals(writing, { sellerId: SELLER }, {}));
  expect(await numberOf(own)).toBeGreaterThan(before);
  expect(await numberOf(other)).toBe(otherBefore);
});

test('an equal price is not observed, and one in another currency is', async () => {
  const [id = 0] = await add({});
  const setPrice = (amount: number, currency: 'EUR' | 'BGN', at: Date) =>
    write((writing) =>
      changeDeals(
        writing,
        { ids: [id] },
        { price_amount: amount, price_currency: currency, price_eur: 10_00, updated_at: at },
      ),
    );
  await setPrice(10_00, 'EUR', AT);
  expect(await observed()).toEqual([]);
  await setPrice(10_00, 'BGN', AT);
  await setPrice(11_00, 'BGN', AT);
  expect(await observed()).toEqual([{ id, at: AT, amount: 11_00 }]);
});

test('one message follows a transaction with several changes, and none a failed or empty one', async () => {
  const [one = 0, two = 0] = await add({}, {});
  await write(async (writing) => {
    await changeDeals(writing, { ids: [one] }, { likes: 1 });
    await changeDeals(writing, { ids: [two] }, { likes: 1 });
    expect(published).toBe(0);
  });
  expect(published).toBe(1);
  const failing = write(async (writing) => {
    await changeDeals(writing, { ids: [one] }, { likes: 2 });
    throw new Error('given up');
  });
  await expect(failing).rejects.toThrow('given up');
  await write((writing) => changeDeals(writing, { ids: [0] }, { likes: 2 }));
  expect(published).toBe(1);
});

test('a view is counted without a new number', async () => {
  const [id = 0] = await add({});
  const before = await numberOf(id);
  await write(({ transaction }) => countView(transaction, id));
  const { database } = postgres.current;
  const row = database.selectFrom('deals').select(['views', 'change_seq']).where('id', '=', id);
  expect(await row.executeTakeFirst()).toEqual({ views: 1, change_seq: before });
});

test('a new deal has its price, its end and its place in the queue once', async () => {
  const columns = aDeal({ posted_at: AT });
  const create = () => write((writing) => createDeals(writing, [{ columns, endsAt: AT }]));
  const [id = 0] = await create();
  expect(await observed()).toEqual([{ id, at: AT, amount: 10_00 }]);
  expect(await queued()).toEqual([id]);
  expect(await create()).toEqual([]);
  expect(published).toBe(1);
  await write(({ transaction }) => setPostEnd(transaction, id, LATER));
  const posts = await postgres.current.database.selectFrom('posts').selectAll().execute();
  expect(posts).toEqual([{ deal_id: id, expires_at: LATER }]);
});

test('an erased deal keeps its row, without content, prices and seller', async () => {
  const columns = aDeal({ title: 'Mine', seller_id: SELLER });
  const [id = 0] = await write((writing) => createDeals(writing, [{ columns, endsAt: AT }]));
  expect(await write((writing) => eraseDeals(writing, { sellerId: SELLER }, LATER))).toEqual([id]);
  const { database } = postgres.current;
  const row = database.selectFrom('deals').select(['title', 'seller_id', 'status', 'deleted_at']);
  expect(await row.execute()).toEqual([
    { title: '', seller_id: null, status: 'deleted', deleted_at: LATER },
  ]);
  expect(await observed()).toEqual([]);
  expect(await database.selectFrom('posts').selectAll().execute()).toEqual([]);
});

test('PostgreSQL refuses a visible change without a new number in tests', async () => {
  const [id = 0] = await add({});
  const { database } = postgres.current;
  const update = (set: { title: string } | { views: number }) =>
    database.updateTable('deals').set(set).where('id', '=', id).execute();
  await update({ views: 5 });
  await expect(update({ title: 'Unnoticed' })).rejects.toThrow('without a new change_seq');
});
