import { randomBytes } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { useTestDatabase } from '#test/test-database.ts';
import { administer, withDatabase } from '#test/with-database.ts';
import { migrate } from './migrate.ts';

const database = useTestDatabase();

test('a migrated database has nothing left to migrate', async () => {
  expect(await migrate(database.current.connectionString)).toEqual([]);
  const deals = await database.current.database.selectFrom('deals').selectAll().execute();
  expect(deals).toEqual([]);
});

test('of nodes that start together one migrates, and the others wait for it', async () => {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE template0`);
  const connectionString = withDatabase(server, name);
  const applied = await Promise.all([1, 2, 3].map(() => migrate(connectionString)));
  await administer(server, `DROP DATABASE ${name}`);
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
});
