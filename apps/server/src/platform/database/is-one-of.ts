import { sql, type RawBuilder, type SqlBool } from 'kysely';

const arrays = { uuid: sql`uuid[]`, bigint: sql`bigint[]`, text: sql`text[]` };

/**
 * Whether a column's value is one of these. One statement for any number of them, where `in` makes a
 * statement for each number and fails above 65,535.
 */
export const isOneOf = (
  column: string,
  values: Iterable<string | number>,
  type: keyof typeof arrays = 'uuid',
): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(column)} = ANY(${[...values]}::${arrays[type]})`;
