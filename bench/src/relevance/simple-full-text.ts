import type { Client } from 'pg';
import { searchableText } from '@izgodno/server/features/search/engine/analysis/searchable-text.ts';
import type { JudgedDeal } from './test-set.ts';

/** PostgreSQL's plain full-text search, without a language, over the deals: the baseline. */
export const loadSimpleFullText = async (
  client: Client,
  deals: readonly JudgedDeal[],
): Promise<(query: string) => Promise<readonly number[]>> => {
  await client.query(
    'CREATE TEMPORARY TABLE judged_deals (ordinal integer PRIMARY KEY, words tsvector NOT NULL)',
  );
  for (const [index, deal] of deals.entries()) {
    const { title, brand, tags, category, description } = searchableText(deal);
    await client.query(
      `INSERT INTO judged_deals VALUES ($1,
         setweight(to_tsvector('simple', $2), 'A') || setweight(to_tsvector('simple', $3), 'B')
         || to_tsvector('simple', $4))`,
      [index, title, `${brand} ${tags}`, `${category} ${description}`],
    );
  }
  return async (query) => {
    const { rows } = await client.query<{ ordinal: number }>(
      `SELECT ordinal FROM judged_deals, websearch_to_tsquery('simple', $1) AS query
       WHERE words @@ query ORDER BY ts_rank(words, query) DESC, ordinal LIMIT 10`,
      [query],
    );
    return rows.map(({ ordinal }) => ordinal);
  };
};
