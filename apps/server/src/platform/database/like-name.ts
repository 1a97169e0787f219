import { spellingsOf } from '@izgodno/contract/common/name-spellings';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { escapeLike } from './escape-like.ts';

/** Patterns one of which is like each name that contains a text, in either script. */
export const patternsOfName = (text: string): readonly string[] =>
  spellingsOf(text).map((spelling) => `%${escapeLike(spelling)}%`);

/** Whether a column is, in any case, like one of some patterns. PostgreSQL estimates how many are. */
export const isLikeOneOf = (column: string, patterns: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} ILIKE ANY(${patterns}::text[])`;

/**
 * Whether a column of names contains a text, in any case and in either script. Where many rows are
 * compared it is three times as fast as `isLikeOneOf`, which lowers a name again for each pattern.
 */
export const containsName = (column: string, text: string): RawBuilder<SqlBool> => {
  // By PostgreSQL, because its lower case of some letters is another than JavaScript's.
  const patterns = patternsOfName(text).map((pattern) => sql`lower(${pattern})`);
  return sql<SqlBool>`lower(${sql.ref(column)}) LIKE ANY(ARRAY[${sql.join(patterns)}])`;
};
