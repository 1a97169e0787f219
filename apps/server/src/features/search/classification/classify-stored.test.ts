import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createInProcessBus } from '#platform/bus.ts';
import type { PartHealth } from '#platform/health.ts';
import { dealsChanged } from '#features/deals/api.ts';
import { aDeal, insertDeals, insertSources, updateDeal } from '#test/deal-factory.ts';
import { createImmediateJobs } from '#test/immediate-jobs.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { registerClassification } from './classify-stored.ts';

const postgres = useTestDatabase();
const jobs = createImmediateJobs();
const bus = createInProcessBus();

const brands = async () => {
  const rows = await postgres.current.database
    .selectFrom('deals')
    .select(['brand_slug', 'change_seq'])
    .orderBy('id')
    .execute();
  return { slugs: rows.map((row) => row.brand_slug), numbers: rows.map((row) => row.change_seq) };
};
const kinds = async () => {
  const rows = await postgres.current.database
    .selectFrom('deals')
    .select(['title', 'kind', 'category'])
    .orderBy('id')
    .execute();
  return rows.map(({ title, kind, category }) => [title, kind, category]);
};
let health: PartHealth = { status: 'healthy' };
const classify = () => jobs.fire('deals.classify');

beforeEach(() => postgres.current.database.deleteFrom('deals').execute());
beforeAll(async () => {
  const { database } = postgres.current;
  await insertSources(database);
  registerClassification({ database, bus, jobs, searchHealth: () => health });
});

test('stored deals get the class that their words say, and only another one is a change', async () => {
  const { database } = postgres.current;
  const [first] = await insertDeals(database, [
    aDeal({ title: 'Roma', brand: 'Найк' }),
    aDeal({ title: 'Samsung TV' }),
    aDeal({ title: 'Roma' }),
  ]);
  const before = await brands();
  const onChange = vi.fn<() => void>();
  bus.subscribe(dealsChanged, onChange);
  await classify();
  const after = await brands();
  expect(after.slugs).toEqual(['nike', 'samsung', null]);
  expect(after.numbers.map((number, at) => number > (before.numbers[at] ?? 0))).toEqual([
    true,
    true,
    false,
  ]);
  expect(onChange).toHaveBeenCalledOnce();

  await insertDeals(database, [aDeal({ brand: 'LG' })]);
  await classify();
  expect((await brands()).slugs.at(-1)).toBe('lg');

  // Deals are classified again only by other rules.
  await updateDeal(database, first ?? 0, { brand_slug: 'wrong' });
  await classify();
  expect((await brands()).slugs[0]).toBe('wrong');
  await database.updateTable('classification').set({ rules: 'earlier' }).execute();
  await classify();
  expect((await brands()).slugs[0]).toBe('nike');
});

test('stored deals get the kind that their feed, their words or their neighbours say', async () => {
  const { database } = postgres.current;
  const filed = { source_category: 'Сезонни' };
  await insertDeals(database, [
    aDeal({ title: 'ThinkPad T480', category: 'electronics', google_category: 328 }),
    aDeal({ title: 'Зарядно за лаптоп', category: 'electronics' }),
    aDeal({ title: 'Roma', category: 'electronics' }),
    ...Array.from({ length: 9 }, () => aDeal({ title: 'Палатка', category: 'sports', ...filed })),
  ]);
  await classify();
  await insertDeals(database, [
    aDeal({ title: 'Roma X', category: 'other', ...filed }),
    aDeal({ title: 'Roma X', category: 'food', ...filed }),
  ]);
  await classify();
  expect(await kinds()).toEqual([
    ['ThinkPad T480', 'laptop', 'electronics'],
    ['Зарядно за лаптоп', 'laptop-charger', 'electronics'],
    ['Roma', null, 'electronics'],
    ...Array.from({ length: 9 }, () => ['Палатка', 'tent', 'sports']),
    // In no category before.
    ['Roma X', 'tent', 'sports'],
    ['Roma X', null, 'food'],
  ]);
});

test('while the index is built, stored deals wait for the next time', async () => {
  const { database } = postgres.current;
  await insertDeals(database, [aDeal({ title: 'Roma', brand: 'Nike' })]);
  health = { status: 'degraded', detail: 'the index is loading' };
  await classify();
  expect((await brands()).slugs).toEqual([null]);
  health = { status: 'healthy' };
  await classify();
  expect((await brands()).slugs).toEqual(['nike']);
});
