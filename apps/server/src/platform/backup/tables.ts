import type { ClientBase } from 'pg';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { BackupError } from './manifest.ts';

interface Reference {
  readonly from: string;
  readonly to: string;
}

/**
 * Orders tables so that each comes after those it refers to. A table may refer to itself, because
 * PostgreSQL checks a COPY's references at its end.
 *
 * @throws BackupError if tables refer to each other in a cycle
 */
export const orderTables = (
  tables: readonly string[],
  references: readonly Reference[],
): readonly string[] => {
  const ordered: string[] = [];
  let left = tables.toSorted();
  while (left.length > 0) {
    const ready = left.filter((table) =>
      references.every(({ from, to }) => from !== table || to === table || !left.includes(to)),
    );
    if (ready.length === 0) {
      throw new BackupError(`Tables refer to each other in a cycle: ${left.join(', ')}.`);
    }
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
};

/** The table of applied migrations. Backups leave it out, because the manifest names them. */
const MIGRATIONS_TABLE = 'migrations';

const tablesSchema = z.array(z.object({ name: z.string(), columns: z.array(z.string()) }));
const referencesSchema = z.array(z.object({ from: z.string(), to: z.string() }));
const sequencesSchema = z.array(z.object({ name: z.string(), last: z.nullable(z.int()) }));
const namesSchema = z.array(z.object({ name: z.string() }));

export interface Table {
  readonly name: string;
  /** The writable ones; generated columns follow from the others, and transactions have other numbers on another server. */
  readonly columns: readonly string[];
}

/** The product's tables, each after those it refers to. */
export const readTables = async (client: ClientBase): Promise<readonly Table[]> => {
  const tables = await client.query(
    `SELECT t.table_name AS name, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
       FROM information_schema.tables t
       JOIN information_schema.columns c USING (table_schema, table_name)
      WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE'
        AND t.table_name <> $1 AND c.is_generated = 'NEVER' AND c.udt_name NOT IN ('xid8', 'pg_snapshot')
      GROUP BY t.table_name`,
    [MIGRATIONS_TABLE],
  );
  const references = await client.query(
    `SELECT f.relname AS "from", t.relname AS "to"
       FROM pg_constraint
       JOIN pg_class f ON f.oid = conrelid
       JOIN pg_class t ON t.oid = confrelid
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  const byName = new Map(
    expectShape(tablesSchema, tables.rows).map((table) => [table.name, table]),
  );
  return orderTables([...byName.keys()], expectShape(referencesSchema, references.rows)).flatMap(
    (name) => byName.get(name) ?? [],
  );
};

export const readSequences = async (
  client: ClientBase,
): Promise<Readonly<Record<string, number | null>>> => {
  const { rows } = await client.query(
    `SELECT sequencename AS name, last_value AS last
       FROM pg_sequences
      WHERE schemaname = 'public' AND sequencename <> $1`,
    [`${MIGRATIONS_TABLE}_id_seq`],
  );
  return Object.fromEntries(
    expectShape(sequencesSchema, rows).map(({ name, last }) => [name, last]),
  );
};

export const readMigrations = async (client: ClientBase): Promise<readonly string[]> => {
  const { rows: tables } = await client.query(
    `SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = $1`,
    [MIGRATIONS_TABLE],
  );
  if (tables.length === 0) throw new BackupError('This is no database of the product.');
  const { rows } = await client.query(`SELECT name FROM ${MIGRATIONS_TABLE} ORDER BY id`);
  return expectShape(namesSchema, rows).map(({ name }) => name);
};
