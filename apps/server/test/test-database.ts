import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { openDatabase, type DatabaseHandle } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';

const withDatabase = (connectionString: string, name: string): string => {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
};

const administer = async (statement: string): Promise<void> => {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

export interface TestDatabase extends DatabaseHandle {
  readonly connectionString: string;
}

/** A migrated database for the caller; `close` drops it. */
const createTestDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(`CREATE DATABASE ${name}`);
  const connectionString = withDatabase(inject('postgresUrl'), name);
  await migrate(connectionString);
  const handle = openDatabase({ connectionString });
  return {
    ...handle,
    connectionString,
    close: async () => {
      await handle.close();
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
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
