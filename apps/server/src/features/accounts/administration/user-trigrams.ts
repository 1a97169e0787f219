import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { plannedEachTime } from '#platform/database/prepared-statements.ts';
import type { Connection } from '#schema/schema.ts';

const TRIGRAM_LENGTH = 3;

/** Reading so many in the order of their names soon fills a page. */
const MANY = 100;

const hasTrigrams = (text: string): boolean =>
  Array.from(text.toLowerCase()).length >= TRIGRAM_LENGTH;

/**
 * Whether the name or the email address of the user `u` may contain a text in any case; the index
 * on them answers for three characters or more.
 */
export const hasTrigramsOf = (text: string): RawBuilder<SqlBool> =>
  hasTrigrams(text)
    ? sql`text_trigrams(lower(u.name || chr(10) || u.email)) @> text_trigrams(lower(${text}))`
    : sql`true`;

/** The users whose name or email address may contain a text; null if they are many. */
export const findFewWith = async (
  connection: Connection,
  text: string,
): Promise<readonly string[] | null> => {
  if (!hasTrigrams(text)) return null;
  const rows = await connection
    .selectFrom('users as u')
    .modifyFront(plannedEachTime)
    .select('u.id')
    .where(hasTrigramsOf(text))
    .limit(MANY)
    .execute();
  return rows.length < MANY ? rows.map(({ id }) => id) : null;
};
