import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { Suggestion } from '@izgodno/contract/search/calls';
import type { Database } from '#schema/schema.ts';
import { escapeLike } from '#platform/database/escape-like.ts';
import { isLive } from './conditions.ts';

const suggestionsSchema = z.array(
  z.object({ text: z.string(), kind: z.enum(['query', 'category', 'brand']), count: z.int() }),
);

const likePrefix = (text: string): string => `${escapeLike(text)}%`;

/**
 * Completes the last typed word from brands, categories and words of titles of the `scanLimit`
 * newest deals; the most frequent first.
 */
export const suggestFromTitles = async (
  database: Database,
  text: string,
  limit: number,
  scanLimit: number,
): Promise<readonly Suggestion[]> => {
  const typed = text.toLowerCase().trimStart();
  const [, before = '', last = ''] = /^(.*\s)?(\S*)$/su.exec(typed) ?? [];
  if (last === '') return [];
  const { rows } = await sql`
    WITH newest AS (
      SELECT d.title, d.brand, d.category FROM deals d WHERE ${isLive}
      ORDER BY d.posted_at DESC, d.id DESC LIMIT ${scanLimit}
    ), words AS (
      SELECT DISTINCT title, word
      FROM newest, regexp_split_to_table(lower(title), '[^[:alnum:]]+') AS word
      WHERE word LIKE ${likePrefix(last)}
    )
    SELECT min(brand) AS text, 'brand' AS kind, count(*) AS count FROM newest
    WHERE lower(brand) LIKE ${likePrefix(typed)} GROUP BY lower(brand)
    UNION ALL
    SELECT category, 'category', count(*) FROM newest
    WHERE category LIKE ${likePrefix(typed)} GROUP BY category
    UNION ALL
    SELECT ${before}::text || word, 'query', count(*) FROM words GROUP BY word
    ORDER BY count DESC, text LIMIT ${limit}`.execute(database);
  return expectShape(suggestionsSchema, rows);
};
