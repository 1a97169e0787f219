import path from 'node:path';
import type { Settings } from '#config/settings.ts';
import { explainForeignFolder } from '#platform/data-folder.ts';
import {
  findRunningPostgres,
  hasPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres.ts';
import { stopIfInterrupted } from './on-interrupt.ts';

export interface ReachedDatabase {
  readonly connectionString: string;
  release(): Promise<void>;
}

/**
 * The database of the settings, for a command with or without a running server: an embedded one
 * without a server runs until it is released. Throws if this is root and the folder is another account's,
 * or if there is no database yet and the command does not create it.
 */
export const reachDatabase = async (
  settings: Settings,
  onStatus: (message: string) => void,
  { creates }: { readonly creates: boolean },
): Promise<ReachedDatabase> => {
  const foreign = await explainForeignFolder(settings.DATA_DIR);
  if (foreign !== null) throw new Error(foreign);
  const given = settings.DATABASE_URL;
  if (given !== undefined) return { connectionString: given, release: async () => {} };
  const directory = path.join(settings.DATA_DIR, 'postgres');
  const running = await findRunningPostgres(directory);
  if (running !== undefined) return { connectionString: running, release: async () => {} };
  if (!creates && !(await hasPostgres(directory))) {
    const wanted = 'Set DATA_DIR (or DATABASE_URL) to what the product has.';
    throw new Error(`There is no database in ${settings.DATA_DIR}. ${wanted}`);
  }
  const starting = startEmbeddedPostgres({ directory, onStatus });
  // It is in a group of its own, where Ctrl-C does not reach it.
  stopIfInterrupted(starting);
  const started = await starting;
  return { connectionString: started.connectionString, release: () => started.stop() };
};
