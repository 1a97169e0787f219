import { Kysely, PostgresDialect, sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
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
  'Rows Removed by Join Filter': z.optional(z.number()),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  get Plans() {
    return z.optional(z.array(planSchema));
  },
});
type Plan = z.infer<typeof planSchema>;
const explainedSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planSchema })]) }),
]);

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The plan of a statement, which is run for it. */
const explain = async (
  connection: ClientBase | Pool,
  { sql: text, parameters }: Statement,
): Promise<Plan> => {
  const { rows } = await connection.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, [
    ...parameters,
  ]);
  const [{ 'QUERY PLAN': explained }] = expectShape(explainedSchema, rows);
  return explained[0].Plan;
};

/** The rows that one step of a plan reads or compares. */
const rowsOfStep = (step: Plan): number =>
  (step['Actual Rows'] +
    (step['Rows Removed by Filter'] ?? 0) +
    (step['Rows Removed by Join Filter'] ?? 0)) *
  step['Actual Loops'];

const rowsOf = (plan: Plan): number =>
  rowsOfStep(plan) + (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0);

/** Runs a statement; returns how many rows all steps of its plan handle, with those that joins compare. */
export const countRowsHandled = async (
  connection: ClientBase,
  sql: string,
  parameters: readonly unknown[],
): Promise<number> => rowsOf(await explain(connection, { sql, parameters }));

const scansOf = (plan: Plan, table: string): readonly Plan[] => [
  ...(plan['Relation Name'] === table ? [plan] : []),
  ...(plan.Plans ?? []).flatMap((part) => scansOf(part, table)),
];

/** What begins or ends a transaction, which has no plan. */
const BOUNDS = /^(begin|commit|rollback)$/;

/** Does some work, and its statements again; returns their plans. */
const plansOf = async (
  connectionString: string,
  work: (database: Database) => Promise<unknown>,
): Promise<readonly Plan[]> => {
  const pool = openPool(connectionString);
  const statements: Statement[] = [];
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: statement }) => {
      if (!BOUNDS.test(statement.sql)) statements.push(statement);
    },
  });
  try {
    await work(database);
    if (statements.length === 0) throw new Error('The work made no statement.');
    const plans: Plan[] = [];
    for (const statement of statements) plans.push(await explain(pool, statement));
    return plans;
  } finally {
    await database.destroy();
  }
};

/**
 * How many rows of a table, or of several, each scan in the statements of some work reads. Throws
 * without a scan, because the largest of no numbers is below every bound.
 */
export const countRowsRead = async (
  connectionString: string,
  tables: string | readonly string[],
  work: (database: Database) => Promise<unknown>,
): Promise<readonly number[]> => {
  const plans = await plansOf(connectionString, work);
  const scans = [tables].flat().flatMap((table) => plans.flatMap((plan) => scansOf(plan, table)));
  if (scans.length === 0)
    throw new Error(`The work does not read ${[tables].flat().join(' or ')}.`);
  return scans.map(rowsOfStep);
};

/** How many pages of tables and indexes the statements of some work read, from memory or not. */
export const countPagesRead = async (
  connectionString: string,
  work: (database: Database) => Promise<unknown>,
): Promise<number> =>
  (await plansOf(connectionString, work)).reduce(
    (sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    0,
  );

/**
 * Vacuums and analyses tables. Rows count as visible to all only once their commit is on disk, which the
 * tests' PostgreSQL does not wait for; a commit that waits brings the others along.
 */
export const vacuum = async (
  database: Database,
  tables: readonly (keyof Schema)[],
): Promise<void> => {
  await database.transaction().execute(async (transaction) => {
    await sql`SET LOCAL synchronous_commit = on`.execute(transaction);
    await sql`SELECT pg_logical_emit_message(true, 'test', '')`.execute(transaction);
  });
  await sql`VACUUM ANALYZE ${sql.join(tables.map((table) => sql.table(table)))}`.execute(database);
};
