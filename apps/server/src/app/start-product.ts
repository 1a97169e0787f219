import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Settings } from '#config/settings.ts';
import { checkDatabaseLocale } from '#platform/database/locale-check.ts';
import { migrate } from '#platform/database/migrate.ts';
import {
  reasonOf,
  repeatUntilReached,
  waitForDatabase,
} from '#platform/database/wait-for-database.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { checkStart } from './check-start.ts';
import type { RunningApp, StartContext } from './start-app.ts';

const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));

export interface RunningProduct extends RunningApp {
  /** Waits for running calls, then closes everything in the order of dependencies. */
  stop(): Promise<void>;
}

/**
 * Closes what was started, the newest first, even after an incomplete start. A part that fails to
 * close does not keep the others open.
 */
const createClosers = () => {
  const closers: (() => Promise<void>)[] = [];
  return {
    add: (close: () => Promise<void>): void => void closers.unshift(close),
    closeAll: async (): Promise<void> => {
      const errors: unknown[] = [];
      for (const close of closers.splice(0))
        await close().catch((error: unknown) => errors.push(error));
      if (errors.length > 0) throw errors[0];
    },
  };
};

/**
 * Starts the whole product from its settings. `say` receives a line for each slow step. A start that
 * loses the database at any step, as in a failover, closes what was started and begins again. If
 * `signal` is aborted meanwhile, closes what was started and throws.
 */
export const startProduct = (
  settings: Settings,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<RunningProduct> => {
  const startOnce = async (): Promise<RunningProduct> => {
    const closers = createClosers();
    try {
      const started = await startParts(settings, { webFolder, say, signal, onClose: closers.add });
      return { ...started, stop: closers.closeAll };
    } catch (error) {
      // Why the start failed matters more than what then could not be closed.
      await closers.closeAll().catch(() => {});
      throw error;
    }
  };
  return repeatUntilReached(
    startOnce,
    (error) => say(`Database: lost during the start (${reasonOf(error)}); starting again …`),
    signal,
  );
};

/** Most of the product's code, which takes longer to load than PostgreSQL to start. */
const loadApp = () => import('./start-app.ts');

const startParts = async (settings: Settings, context: StartContext): Promise<RunningApp> => {
  await checkStart(settings, webFolder);
  const connectionString = await migrateDatabase(settings, context);
  const { startApp } = await loadApp();
  return startApp(settings, connectionString, context);
};

/** Starts the product's own database, or checks the one it is given, and migrates it. */
const migrateDatabase = async (settings: Settings, context: StartContext): Promise<string> => {
  const { say, signal } = context;
  const connectionString = settings.DATABASE_URL ?? (await startOwnDatabase(settings, context));
  // The embedded one has already been checked.
  if (settings.DATABASE_URL !== undefined) {
    await waitForDatabase(connectionString, say, signal);
    await checkDatabaseLocale(connectionString);
  }
  signal.throwIfAborted();
  const applied = await migrate(connectionString, { say, signal });
  if (applied.length > 0) say(`Database: ${applied.length} migrations applied`);
  return connectionString;
};

const startOwnDatabase = async (
  settings: Settings,
  { say, onClose }: StartContext,
): Promise<string> => {
  const postgres = await startEmbeddedPostgres({
    directory: path.join(settings.DATA_DIR, 'postgres'),
    onStatus: (message) => say(`Database: ${message}`),
    // An error of the code is thrown where the code is used.
    onSpawned: () => void loadApp().catch(() => {}),
  });
  onClose(() => postgres.stop());
  return postgres.connectionString;
};
