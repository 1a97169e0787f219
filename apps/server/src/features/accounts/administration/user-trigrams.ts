import { spellingsOf } from '@izgodno/contract/common/name-spellings';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { plannedEachTime } from '#platform/database/prepared-statements.ts';
import type { Connection } from '#schema/schema.ts';

const TRIGRAM_LENGTH = 3;
/** A third of the sequences of a spelling: they find nearly as few, and fewer pages are read. */
const TRIGRAMS = /.{3}/gsu;

/** Reading so many in the order of their names soon fills a page. */
const MANY = 100;

/** The spelling of fewer characters in the other script has no sequence, as „ша“ of "sha". */
const hasTrigrams = (spellings: readonly string[]): boolean =>
  spellings.every((spelling) => Array.from(spelling.toLowerCase()).length >= TRIGRAM_LENGTH);

/**
 * Whether the name or the email address of the user `u` may contain one of the spellings of a text in
 * any case; the index on them answers for three characters or more.
 */
export const hasTrigramsOf = ([typed = '', ...others]: readonly string[]): RawBuilder<SqlBool> => {
  if (!hasTrigrams([typed, ...others])) return sql`true`;
  const sequences = [
    sql`text_trigrams(lower(${typed}))`,
    ...others.map((spelling) => sql`${spelling.match(TRIGRAMS)}::text[]`),
  ];
  const conditions = sequences.map(
    (each) => sql`text_trigrams(lower(u.name || chr(10) || u.email)) @> ${each}`,
  );
  return sql<SqlBool>`(${sql.join(conditions, sql` OR `)})`;
};

/** The users whose name or email address may contain a text in either script; null if they are many. */
export const findFewWith = async (
  connection: Connection,
  text: string,
): Promise<readonly string[] | null> => {
  const spellings = spellingsOf(text);
  if (!hasTrigrams(spellings)) return null;
  const rows = await connection
    .selectFrom('users as u')
    .modifyFront(plannedEachTime)
    .select('u.id')
    .where(hasTrigramsOf(spellings))
    .limit(MANY)
    .execute();
  return rows.length < MANY ? rows.map(({ id }) => id) : null;
};
