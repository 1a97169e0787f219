import { describe, expect, test } from 'vitest';
import { generatedDeals } from '@izgodno/demo/generated-deals';
import { useTestDatabase } from '#test/test-database.ts';
import { generateDeals } from './generate-deals.ts';

const COUNT = 10_000;
const deals = [...generatedDeals({ count: COUNT, seed: 1 })];

describe('in the database', () => {
  const database = useTestDatabase();

  test('all of them are stored as generated', async () => {
    const lines: string[] = [];
    const { database: db, pool } = database.current;
    await generateDeals({
      database: db,
      pool,
      count: COUNT,
      seed: 1,
      onProgress: (line) => lines.push(line),
    });
    const { rows } = await pool.query(`
      SELECT count(*) AS total, count(DISTINCT content_hash) AS contents, sum(price_amount) AS prices
      FROM deals`);
    expect(rows).toEqual([
      {
        total: COUNT,
        contents: COUNT,
        prices: String(deals.reduce((sum, { amount }) => sum + amount, 0)),
      },
    ]);
    const last = deals.at(-1);
    const stored = await database.current.database
      .selectFrom('deals')
      .select(['title', 'tags', 'media', 'posted_at', 'original_amount'])
      .where('external_id', '=', `generated-${COUNT - 1}`)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({
      title: last?.title,
      tags: last?.tags,
      media: last?.media,
      posted_at: new Date(last?.postedAt ?? 0),
      original_amount: last?.originalAmount,
    });
  });

  test('a second run with the same deals fails and changes nothing', async () => {
    const { database: db, pool } = database.current;
    await expect(generateDeals({ database: db, pool, count: 10, seed: 1 })).rejects.toThrow(
      /duplicate key/,
    );
    const { rows } = await pool.query('SELECT count(*) AS total FROM deals');
    expect(rows).toEqual([{ total: COUNT }]);
  });
});
