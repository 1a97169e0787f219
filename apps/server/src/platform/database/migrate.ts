import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { Client } from 'pg';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Brings the database to the newest schema. Nodes that start together take turns by an advisory lock. */
export const migrate = async (connectionString: string): Promise<readonly string[]> => {
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
      checkOrder: true,
      log: () => {},
    });
    return ran.map((migration) => migration.name);
  } finally {
    await client.end();
  }
};
