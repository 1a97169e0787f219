import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { Schema } from '#schema/schema.ts';
import { insertSources } from '#test/deal-factory.ts';
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

const planSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.optional(z.string()),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.optional(z.number()),
  get Plans() {
    return z.optional(z.array(planSchema));
  },
});
type Plan = z.infer<typeof planSchema>;
const explainedSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planSchema })]) }),
]);

const scansOf = (plan: Plan): readonly Plan[] => [
  ...(plan['Relation Name'] === 'deals' ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
];

/** How many rows of `deals` each statement of a search reads. */
const countRead = async (query: Partial<DealQuery>): Promise<readonly number[]> => {
  const pool = new Pool({ connectionString: postgres.current.connectionString });
  const statements: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: statement }) => void statements.push(statement),
  });
  try {
    await createPostgresDealSearch(database, { filters: LIMIT }).search(
      { ...everyDeal, ...query },
      24,
      null,
    );
    const read: number[] = [];
    for (const { sql: text, parameters } of statements) {
      const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...parameters]);
      const [{ 'QUERY PLAN': explained }] = expectShape(explainedSchema, rows);
      for (const scan of scansOf(explained[0].Plan))
        read.push(
          (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'],
        );
    }
    return read;
  } finally {
    await database.destroy();
  }
};

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
