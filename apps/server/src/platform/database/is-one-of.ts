import { sql, type RawBuilder, type SqlBool } from 'kysely';

const arrays = { uuid: sql`uuid[]`, bigint: sql`bigint[]` };

/**
 * Whether a column's id is one of these. One statement for any number of them, where `in` makes a
 * statement for each number and fails above 65,535.
 */
export const isOneOf = (
  column: string,
  ids: Iterable<string | number>,
  type: keyof typeof arrays = 'uuid',
): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(column)} = ANY(${[...ids]}::${arrays[type]})`;
