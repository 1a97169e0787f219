import { sql, type RawBuilder, type SqlBool } from 'kysely';

/**
 * Whether a column's UUID is one of these. One statement for any number of them, where `in` makes a
 * statement for each number and fails above 65,535.
 */
export const isOneOf = (column: string, ids: Iterable<string>): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = ANY(${[...ids]}::uuid[])`;
