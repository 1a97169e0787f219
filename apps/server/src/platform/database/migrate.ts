import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { connectingTo } from './hosts.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/**
 * The library, without the folder for compiled migrations that it makes in the temporary folder
 * when it is loaded: these are SQL.
 */
const loadRunner = async () => {
  process.env['JITI_FS_CACHE'] = 'false';
  const { runner } = await import('node-pg-migrate');
  return runner;
};

/** A pattern of all files of migrations but these. */
const allBut = async (names: readonly string[]): Promise<string> => {
  const excluded = new Set(names);
  const files = await readdir(migrationsFolder);
  // Names of the product's own files, which have no special characters but the full stop.
  return `(?:${files.filter((file) => !excluded.has(path.parse(file).name)).join('|')})`;
};

/**
 * The error, with the loss of the connection as its cause if that was lost: the library says some
 * errors as text only.
 */
const withLostConnection = async (client: Client, error: unknown): Promise<unknown> => {
  try {
    await client.query('SELECT 1');
    return error;
  } catch (loss) {
    return isDatabaseUnavailable(loss)
      ? new Error('The connection was lost during the migration.', { cause: loss })
      : error;
  }
};

/**
 * Applies all migrations, or `only` those of these names, and returns the names of the applied ones.
 * Of nodes that start together one migrates and the others wait for it.
 */
export const migrate = async (
  connectionString: string,
  only?: readonly string[],
): Promise<readonly string[]> => {
  const { Client, ...target } = connectingTo(connectionString);
  const client = new Client({
    ...target,
    application_name: 'izgodno-migrate',
  });
  // A lost connection fails the migration; without a listener it would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    const run = await loadRunner();
    const ran = await run({
      dbClient: client,
      dir: migrationsFolder,
      migrationsTable: 'migrations',
      direction: 'up',
      ...(only === undefined ? {} : { ignorePattern: await allBut(only) }),
      // A database may have later ones already: of two that are written at the same time, the one
      // with the lower number may reach it last.
      checkOrder: false,
      advisoryLockMode: 'wait',
      log: () => {},
    });
    return ran.map((migration) => migration.name);
  } catch (error) {
    throw await withLostConnection(client, error);
  } finally {
    await client.end();
  }
};
