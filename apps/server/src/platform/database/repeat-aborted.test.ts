import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '#test/test-database.ts';
import type { Connection, Database } from '#schema/schema.ts';

const databases = useTestDatabase();
let database: Database;

beforeAll(async () => {
  ({ database } = databases.current);
  await sql`CREATE TABLE cups (id int PRIMARY KEY, count int NOT NULL)`.execute(database);
  await sql`INSERT INTO cups VALUES (1, 0), (2, 0)`.execute(database);
});
afterAll(() => sql`DROP TABLE cups`.execute(database));

const addOne = (connection: Connection, id: number) =>
  sql`UPDATE cups SET count = count + 1 WHERE id = ${id}`.execute(connection);

const counts = async (): Promise<readonly number[]> => {
  const { rows } = await sql<{ count: number }>`SELECT count FROM cups ORDER BY id`.execute(
    database,
  );
  return rows.map(({ count }) => count);
};

/** The first two callers continue together; later ones continue at once. */
const createMeeting = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let present = 0;
  return (): Promise<void> => {
    present += 1;
    if (present >= 2) resolve();
    return promise;
  };
};

test('two transactions that wait for each other both succeed, and each counts once', async () => {
  const meet = createMeeting();
  let runs = 0;
  const addBoth = (first: number, second: number): Promise<void> =>
    database.transaction().execute(async (transaction) => {
      runs += 1;
      await addOne(transaction, first);
      await meet();
      await addOne(transaction, second);
    });

  await Promise.all([addBoth(1, 2), addBoth(2, 1)]);

  expect(await counts()).toEqual([2, 2]);
  // One is run again at least; on a busy machine they can meet more than once.
  expect(runs).toBeGreaterThan(2);
});

test('a statement that PostgreSQL aborts because of a deadlock is repeated', async () => {
  // Fails like a deadlock on the first call only.
  await sql`CREATE SEQUENCE tries`.execute(database);
  await sql`
    CREATE FUNCTION fail_once() RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE try bigint := nextval('tries');
    BEGIN
      IF try = 1 THEN RAISE deadlock_detected; END IF;
      RETURN try;
    END $$`.execute(database);

  const { rows } = await sql<{ result: number }>`SELECT fail_once() AS result`.execute(database);

  expect(rows).toEqual([{ result: 2 }]);
});

test('one that always fails is given up after a few tries', async () => {
  let runs = 0;
  const failing = database.transaction().execute(async (transaction) => {
    runs += 1;
    await sql`DO $$ BEGIN RAISE deadlock_detected; END $$`.execute(transaction);
  });

  await expect(failing).rejects.toMatchObject({ code: '40P01' });
  expect(runs).toBe(5);
});
