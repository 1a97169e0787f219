import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { Database } from '#schema/schema.ts';

/** Where the numbers of filled rows begin, above those of real ones. */
const FIRST_NUMBER = 10_000_000;

/** The number of rows that each table is filled with. */
const ROWS_OF_OTHERS = 3_000;

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      isUnique: z.boolean(),
      isReference: z.boolean(),
      choice: z.nullable(z.string()),
    }),
  ),
});
type Table = z.infer<typeof tableSchema>;
type Column = Table['columns'][number];

/** Every table with its columns. A column is unique if a unique index has it, also in an expression. */
const readTables = async (database: Database): Promise<readonly Table[]> => {
  const { rows } = await sql`
    SELECT relname AS name,
           json_agg(json_build_object(
             'name', attname, 'type', format_type(atttypid, NULL),
             'isUnique', EXISTS (
               SELECT FROM pg_index, pg_depend
                WHERE indrelid = pg_class.oid AND indisunique AND objid = indexrelid
                  AND classid = 'pg_class'::regclass AND refobjid = pg_class.oid AND refobjsubid = attnum
               UNION ALL
               SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indisunique AND attnum = ANY (indkey)),
             'isReference', EXISTS (
               SELECT FROM pg_constraint
                WHERE conrelid = pg_class.oid AND contype = 'f' AND attnum = ANY (conkey)),
             'choice', (
               SELECT substring(pg_get_constraintdef(oid) from '''([^'']*)''') FROM pg_constraint
                WHERE conrelid = pg_class.oid AND contype = 'c' AND attnum = ANY (conkey)
                  AND pg_get_constraintdef(oid) LIKE '%ANY (ARRAY%' LIMIT 1))
             ORDER BY attnum) AS columns
      FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     GROUP BY relname
     ORDER BY relname`.execute(database);
  return expectShape(z.array(tableSchema), rows);
};

/** The value of a column in the filled row `i`, which is a copy of a real one. */
const valueOf = ({ name, type, isUnique, isReference, choice }: Column, place: number) => {
  const copied = sql.ref(`real.${name}`);
  // Each place has another number, because some tables reject the same user twice in a row.
  const number = sql`(i + ${sql.lit(place)}) % ${sql.lit(ROWS_OF_OTHERS)}`;
  const isNumber = type === 'bigint' || type === 'integer';
  if (type === 'uuid')
    return sql`CASE WHEN ${copied} IS NOT NULL
      THEN overlay(overlay(md5('fill' || ${number}) placing '7' from 13) placing '8' from 17)::uuid END`;
  if (isNumber && (isReference || (isUnique && name === 'id') || name.endsWith('_id')))
    return sql`${sql.lit(FIRST_NUMBER)} + ${number}`;
  if (type.startsWith('timestamp')) return sql`${copied} - interval '1 s' * i`;
  // A user joins each default channel.
  if (name === 'is_default') return sql`false`;
  if (isReference || choice !== null || !(isUnique || name === 'network' || name === 'email'))
    return copied;
  if (isNumber) return sql`${copied} + ${sql.lit(FIRST_NUMBER)} + i`;
  if (type === 'text') return sql`${copied} || ' ' || i`;
  if (type === 'bytea') return sql`sha256(('fill' || i)::bytea)`;
  return copied;
};

/** Tables that stay as they are, because no product has many rows of them. */
const neverMany: Readonly<Record<string, string>> = {
  change_readers: 'one for each reader',
  classification: 'one row',
  first_administrator: 'one row',
  locations: 'the places of Bulgaria',
  migrations: 'one a migration',
  salts: 'one a day, of which two remain',
  secrets: 'one for each use',
  sources: 'some hundreds',
  trending_deals: 'the first of each list',
};

/** The rows to copy, where others do not suit the rows that lead to them. */
const copiedOf: Readonly<Record<string, ReturnType<typeof sql>>> = {
  audit_entries: sql`action = 'deal.remove'`,
  users: sql`role = 'member' AND name = 'Some Body'`,
  member_reports: sql`rating_id IS NULL`,
  webhooks: sql`events = ARRAY['deal.sold']`,
};

const blanks: Readonly<Record<string, ReturnType<typeof sql>>> = {
  bigint: sql`1`,
  bytea: sql`'\\x00'::bytea`,
  date: sql`current_date`,
  integer: sql`1`,
  'timestamp with time zone': sql`now()`,
  uuid: sql`gen_random_uuid()`,
};

/** The row to copy in a table without any. */
const blankOf = ({ type, choice }: Column) =>
  type === 'text' ? sql`${sql.lit(choice ?? 'x')}` : (blanks[type] ?? sql`NULL`);

/** Fills a table with copies of its rows. Their uuids and numbers lead to one another, to no real row. */
const fill = async (database: Database, { name, columns }: Table): Promise<void> => {
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  const uuids = columns.filter((column) => column.type === 'uuid' && column.name !== 'subject_id');
  // The subject of a report is the member beside it.
  const placeOf = (column: Column): number =>
    column.name === 'subject_id' ? 1 : Math.max(0, uuids.indexOf(column));
  const table = sql.table(name);
  await sql`
    WITH real AS MATERIALIZED (
      SELECT *, row_number() OVER () AS fill_place, count(*) OVER () AS fill_count
        FROM (SELECT ${names} FROM ${table} WHERE ${copiedOf[name] ?? sql`true`} LIMIT 50) AS few
      UNION ALL
      SELECT ${sql.join(columns.map(blankOf))}, 1, 1 WHERE NOT EXISTS (SELECT FROM ${table}))
    INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${sql.join(columns.map((column) => valueOf(column, placeOf(column))))}
      FROM generate_series(0, ${sql.lit(ROWS_OF_OTHERS - 1)}) AS i
      JOIN real ON fill_place = 1 + i % fill_count`.execute(database);
};

/** Fills every table with rows of others; returns the names of the tables. */
export const fillTables = async (database: Database): Promise<ReadonlySet<string>> => {
  const tables = (await readTables(database)).filter(({ name }) => !(name in neverMany));
  await database.transaction().execute(async (transaction) => {
    // Neither triggers nor foreign keys.
    await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
    // Else rows are not yet visible to all for the vacuum.
    await sql`SET LOCAL synchronous_commit = on`.execute(transaction);
    for (const table of tables) await fill(transaction, table);
  });
  await sql`VACUUM ANALYZE`.execute(database);
  return new Set(tables.map(({ name }) => name));
};
