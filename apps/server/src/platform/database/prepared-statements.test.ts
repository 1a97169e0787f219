import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { useTestDatabase } from '#test/test-database.ts';
import type { Connection, Schema } from '#schema/schema.ts';
import { openDatabase, type DatabaseHandle } from './database.ts';
import { plannedEachTime } from './prepared-statements.ts';

const database = useTestDatabase();

/** One connection, so that each statement finds the state the previous one left. */
let handle: DatabaseHandle<Schema>;

beforeEach(() => {
  handle = openDatabase<Schema>({
    connectionString: database.current.connectionString,
    maxConnections: 1,
  });
  return () => handle.close();
});

const prepared = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{
    statement: string;
  }>`SELECT statement FROM pg_prepared_statements`.execute(handle.database);
  return rows.map((row) => row.statement);
};

const add = async (a: number): Promise<number | undefined> => {
  const { rows } = await sql<{ sum: number }>`SELECT ${a}::int + 1 AS sum`.execute(handle.database);
  return rows[0]?.sum;
};

test('a statement is prepared at its third execution, with the same result', async () => {
  expect([await add(1), await add(2)]).toEqual([2, 3]);
  expect(await prepared()).toEqual([]);

  expect([await add(3), await add(4)]).toEqual([4, 5]);

  expect(await prepared()).toEqual(['SELECT $1::int + 1 AS sum']);
});

test('statements without values are never prepared', async () => {
  for (let time = 0; time < 4; time += 1) await sql`SELECT 1`.execute(handle.database);

  expect(await prepared()).toEqual([]);
});

test('a statement that is planned each time is never prepared', async () => {
  const { database } = handle;
  for (let time = 0; time < 4; time += 1)
    await sql`SELECT ${plannedEachTime} ${time}::int`.execute(database);

  expect(await prepared()).toEqual([]);
});

const readShelf = (connection: Connection) =>
  sql`SELECT * FROM shelf WHERE id = ${1}`.execute(connection);

test('a change of the schema fails no statement, in transactions either', async () => {
  const { database } = handle;
  await sql`CREATE TABLE shelf (id int, label text)`.execute(database);
  await sql`INSERT INTO shelf VALUES (1, 'top')`.execute(database);
  for (let time = 0; time < 4; time += 1) await readShelf(database);

  await sql`ALTER TABLE shelf ADD COLUMN depth int`.execute(database);
  expect((await readShelf(database)).rows).toEqual([{ id: 1, label: 'top', depth: null }]);

  for (let time = 0; time < 4; time += 1) await readShelf(database);
  await sql`ALTER TABLE shelf ADD COLUMN height int`.execute(database);
  const { rows } = await database.transaction().execute(readShelf);
  expect(rows).toEqual([{ id: 1, label: 'top', depth: null, height: null }]);
});

test('behind a pooler that loses prepared statements, nothing is prepared after the first failure', async () => {
  for (let time = 0; time < 3; time += 1) await add(time);
  await sql`DEALLOCATE ALL`.execute(handle.database);

  await expect(add(3)).rejects.toThrow('does not exist');

  expect(await add(4)).toBe(5);
  expect(await prepared()).toEqual([]);
});

/** Bytes of what survived collections of young garbage. */
const survivingBytes = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')?.space_used_size ?? 0;

test('the rows of a statement with a limit are released before the next ones', async () => {
  const { connectionString } = database.current;
  const limited = openDatabase({ connectionString, maxConnections: 1, statementLimit: 30_000 });
  onTestFinished(() => limited.close());
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new TypeError('There is no gc.');
  const readRows = () =>
    sql`SELECT at, repeat('x', 100) FROM generate_series(1, ${1_000}::int) at`.execute(
      limited.database,
    );
  await readRows();
  collect();
  const grown: number[] = [];
  for (let time = 0; time < 7; time += 1) {
    const before = survivingBytes();
    await readRows();
    collect({ type: 'minor' });
    grown.push(survivingBytes() - before);
  }
  // The rows of one statement are 180 kB, and each of them is promoted if it survives twice. The middle
  // value, because other work of this process may add to one time or another.
  expect(grown.toSorted((one, other) => one - other)[3]).toBeLessThan(50_000);
});
