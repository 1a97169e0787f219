import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { insertSources } from '#test/deal-factory.ts';
import { countRowsRead } from '#test/rows-read.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { everyDeal, type DealQuery } from '../../deal-search.ts';
import { createPostgresDealSearch } from './postgres-search.ts';

const DEALS = 20_000;
const LIMIT = 200;

const postgres = useTestDatabase();

beforeAll(async () => {
  const { database } = postgres.current;
  await insertSources(database);
  // Three of four are of one shop.
  await sql`
    INSERT INTO deals (source_id, external_id, content_hash, title, category, condition,
                       price_amount, price_currency, price_eur, posted_at)
    SELECT CASE WHEN i % 4 = 0 THEN 'board' ELSE 'shop' END, i::text, decode(md5(i::text), 'hex'),
           'Deal ' || i, 'electronics', 'new', i, 'EUR', i,
           timestamptz '2026-05-01' + i * interval '1 minute'
      FROM generate_series(1, ${DEALS}::int) AS i`.execute(database);
  await sql`ANALYZE deals`.execute(database);
});

/** How many rows of `deals` each statement of a search reads. */
const countRead = (query: Partial<DealQuery>): Promise<readonly number[]> =>
  countRowsRead(postgres.current.connectionString, 'deals', (database) =>
    createPostgresDealSearch(database, { filters: LIMIT }).search(
      { ...everyDeal, ...query },
      24,
      null,
    ),
  );

test.for([
  {},
  { source: ['shop'] },
  { source: ['shop'], sort: 'price_asc', brands: true },
  { source: ['shop'], minRating: 50 },
  { brand: ['unknown'], sort: 'total_asc' },
  { group: ['travel'] },
] satisfies Partial<DealQuery>[])('%o reads no more deals than the limit', async (query) => {
  const read = await countRead(query);
  expect(read.length).toBeGreaterThan(1);
  // One of four deals of the newest is of another shop.
  expect(Math.max(...read)).toBeLessThanOrEqual(LIMIT * 1.5);
});
