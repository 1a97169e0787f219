import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, inject } from 'vitest';
import { openDatabase, type DatabaseHandle } from '#platform/database/database.ts';
import type { Schema } from '#schema/schema.ts';
import { administer, withDatabase } from './with-database.ts';

export interface TestDatabase extends DatabaseHandle<Schema> {
  readonly connectionString: string;
}

/** A migrated database for the caller; `close` drops it. */
const createTestDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const server = inject('postgresUrl');
  // Copied as files: through the log it would take half as long again of the processor.
  await administer(
    server,
    `CREATE DATABASE ${name} TEMPLATE ${inject('templateDatabase')} STRATEGY file_copy`,
  );
  const connectionString = withDatabase(server, name);
  const handle = openDatabase<Schema>({ connectionString });
  return {
    ...handle,
    connectionString,
    close: async () => {
      await handle.close();
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
};

/** One database for all tests of the calling `describe` (or file). */
export const useTestDatabase = (): { readonly current: TestDatabase } => {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await database?.close();
  });
  return {
    get current() {
      if (database === undefined) throw new Error('The database is there only while tests run.');
      return database;
    },
  };
};
