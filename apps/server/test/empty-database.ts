import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { administer, withDatabase } from './with-database.ts';

/** Lends a database without tables, or a copy of the database `template`, which no one may use meanwhile. */
export const withEmptyDatabase = async (
  use: (connectionString: string, name: string) => Promise<void>,
  template = 'template0',
): Promise<void> => {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  try {
    await use(withDatabase(server, name), name);
  } finally {
    await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  }
};
