import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import type { Schema } from '#schema/schema.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { createDealRepository } from './deal-repository.ts';

const postgres = useTestDatabase();
let ids: readonly number[] = [];

beforeAll(async () => {
  const { database } = postgres.current;
  await insertSources(database);
  ids = await insertDeals(
    database,
    Array.from({ length: 200 }, (_, index) => aDeal({ title: `Deal ${index}` })),
  );
  await sql`ANALYZE deals`.execute(database);
});

test('PostgreSQL plans the reading of deals once, however few they are', async () => {
  const { connectionString } = postgres.current;
  const handle = openDatabase<Schema>({ connectionString, maxConnections: 1 });
  try {
    const repository = createDealRepository(handle.database);
    for (let time = 0; time < 20; time += 1)
      expect(await repository.findByIds(ids.slice(time, time + 1 + (time % 3)))).toHaveLength(
        1 + (time % 3),
      );
    const { rows } = await sql<{ generic: number }>`
      SELECT generic_plans AS generic FROM pg_prepared_statements
       WHERE statement LIKE '%price_observations%'`.execute(handle.database);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.generic).toBeGreaterThan(10);
  } finally {
    await handle.close();
  }
});
