import { beforeAll, expect, test, vi } from 'vitest';
import { insertSources } from '#test/deal-factory.ts';
import { countRowsHandled } from '#test/rows-read.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { applyRows } from './apply-rows.ts';
import { draftDefaults, type MappedDeal } from './mapped-deal.ts';
import { createStaging } from './staging.ts';

const ROWS = 1_000;
/** Rows of one staged row in all steps of a plan: scans, index look-ups, joins, inserts. */
const MOST_A_ROW = 60;

const database = useTestDatabase();

beforeAll(() => insertSources(database.current.database));

const deals = (amount: number): readonly MappedDeal[] =>
  Array.from({ length: ROWS }, (_, index) => ({
    ...draftDefaults,
    externalId: `offer-${index}`,
    title: 'Coffee machine',
    link: `https://shop.example.bg/${index}`,
    category: 'other',
    condition: 'new',
    amount,
    currency: 'EUR',
  }));

test('the work grows with the rows, and not with their square', async () => {
  const client = await database.current.pool.connect();
  const stage = async (amount: number) => {
    const staging = await createStaging(client, 'shop', () => ({ brandSlug: null, kind: null }));
    await staging.add(deals(amount));
  };
  const rows = { from: 0, to: ROWS, stampChecked: false };
  const costs: number[] = [];
  for (const amount of [100, 90]) {
    await stage(amount);
    await client.query('BEGIN');
    const query = vi.spyOn(client, 'query');
    await applyRows(client, 'shop', rows);
    const statements = query.mock.calls.map(([text, values]: readonly unknown[]) => ({
      text: String(text),
      values: Array.isArray(values) ? values : [],
    }));
    query.mockRestore();
    await client.query('ROLLBACK');
    for (const { text, values } of statements)
      costs.push((await countRowsHandled(client, text, values)) / ROWS);
  }
  client.release();
  expect(costs.length).toBeGreaterThanOrEqual(5);
  expect(Math.max(...costs)).toBeLessThan(MOST_A_ROW);
});

test('a new deal is written once, and nothing locks its row', async () => {
  const client = await database.current.pool.connect();
  const staging = await createStaging(client, 'board', () => ({ brandSlug: null, kind: null }));
  await staging.add(deals(100));
  await applyRows(client, 'board', { from: 0, to: ROWS, stampChecked: false });
  const { rows } = await client.query(
    'SELECT count(*)::integer AS rows, count(*) FILTER (WHERE xmax <> 0)::integer AS locked FROM deals WHERE source_id = $1',
    ['board'],
  );
  client.release();
  expect(rows).toEqual([{ rows: ROWS, locked: 0 }]);
});
