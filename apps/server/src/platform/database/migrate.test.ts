import { expect, test } from 'vitest';
import { useTestDatabase } from '#test/test-database.ts';
import { migrate } from './migrate.ts';

const database = useTestDatabase();

test('a migrated database has nothing left to migrate', async () => {
  expect(await migrate(database.current.connectionString)).toEqual([]);
  const deals = await database.current.database.selectFrom('deals').selectAll().execute();
  expect(deals).toEqual([]);
});
