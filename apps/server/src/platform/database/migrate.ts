import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { Client } from 'pg';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/**
 * Applies all migrations, or the next `most`, and returns their names. Of nodes that start together
 * one migrates and the others wait for it.
 */
export const migrate = async (
  connectionString: string,
  most = Infinity,
): Promise<readonly string[]> => {
  const client = new Client({ connectionString, application_name: 'izgodno-migrate' });
  // A lost connection fails the migration; without a listener it would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    const ran = await runner({
      dbClient: client,
      dir: migrationsFolder,
      migrationsTable: 'migrations',
      direction: 'up',
      count: most,
      checkOrder: true,
      advisoryLockMode: 'wait',
      log: () => {},
    });
    return ran.map((migration) => migration.name);
  } finally {
    await client.end();
  }
};
