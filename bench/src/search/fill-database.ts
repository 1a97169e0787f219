import type { Pool } from 'pg';
import { generateDeals } from '@izgodno/server/features/demo/generate-deals.ts';
import { readRules } from '@izgodno/server/features/search/classification/classify-stored.ts';
import { openDatabase } from '@izgodno/server/platform/database/database.ts';
import { migrate } from '@izgodno/server/platform/database/migrate.ts';
import type { Schema } from '@izgodno/server/schema/schema.ts';
import type { BenchOptions } from '../bench.ts';
import { SEED } from './generated-index.ts';

/** Fills an empty database with generated deals, then calls `use`. Returns what `use` returns. */
export const fillDatabase = async <Result>(
  connectionString: string,
  count: number,
  say: BenchOptions['say'],
  use: (pool: Pool) => Promise<Result>,
): Promise<Result> => {
  await migrate(connectionString);
  const { database, pool } = openDatabase<Schema>({ connectionString });
  const { rows } = await pool.query('SELECT 1 FROM deals LIMIT 1');
  if (rows.length === 0) {
    const began = performance.now();
    await generateDeals({ database, pool, count, seed: SEED, onProgress: say });
    // Generated deals have their classes, so that no job looks for them while something is measured.
    await pool.query(
      'INSERT INTO classification (rules, last_deal_id) SELECT $1, max(id) FROM deals',
      [await readRules()],
    );
    await pool.query('VACUUM ANALYZE');
    say(`Filled in ${Math.round((performance.now() - began) / 1_000)} s`);
  }
  const result = await use(pool);
  await database.destroy();
  return result;
};
