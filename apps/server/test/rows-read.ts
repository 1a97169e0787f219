import { Kysely, PostgresDialect } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { Database, Schema } from '#schema/schema.ts';
import { openPool } from './open-pool.ts';

const planSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.optional(z.string()),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.optional(z.number()),
  get Plans() {
    return z.optional(z.array(planSchema));
  },
});
type Plan = z.infer<typeof planSchema>;
const explainedSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planSchema })]) }),
]);

const scansOf = (plan: Plan, table: string): readonly Plan[] => [
  ...(plan['Relation Name'] === table ? [plan] : []),
  ...(plan.Plans ?? []).flatMap((part) => scansOf(part, table)),
];

/** How many rows of a table each scan in the statements of some work reads. */
export const countRowsRead = async (
  connectionString: string,
  table: string,
  work: (database: Database) => Promise<unknown>,
): Promise<readonly number[]> => {
  const pool = openPool(connectionString);
  const statements: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: statement }) => void statements.push(statement),
  });
  try {
    await work(database);
    const read: number[] = [];
    for (const { sql: text, parameters } of statements) {
      const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...parameters]);
      const [{ 'QUERY PLAN': explained }] = expectShape(explainedSchema, rows);
      for (const scan of scansOf(explained[0].Plan, table))
        read.push(
          (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'],
        );
    }
    return read;
  } finally {
    await database.destroy();
  }
};
