import { chown, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { executeAs } from './account.ts';
import type { Binaries } from './binaries.ts';
import { codeOf } from '#platform/code-of.ts';
import { EmbeddedPostgresError } from './errors.ts';
import type { Home } from './home.ts';
import { messageOf } from '#platform/message-of.ts';

/** The supervisor's role; the product's own role is no superuser. */
export const SUPERUSER = 'postgres';

/**
 * The locale of the few libc calls left in PostgreSQL; macOS has no C.UTF-8. Sorting and case come
 * from `builtin`.
 */
const LIBC_LOCALE = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

/** A complete cluster has it. */
export const VERSION_FILE = 'PG_VERSION';

const UNFINISHED_PREFIX = 'data-unfinished-';

const readVersion = async (cluster: string): Promise<string | undefined> => {
  try {
    return (await readFile(path.join(cluster, VERSION_FILE), 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

const initialise = async (binaries: Binaries, home: Home, durable: boolean): Promise<void> => {
  const unfinished = await mkdtemp(path.join(home.directory, UNFINISHED_PREFIX));
  if (home.account !== undefined) await chown(unfinished, home.account.uid, home.account.gid);
  try {
    await executeAs(home.account, binaries.initdb, [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      // Only the owner may enter the socket, so there is no password.
      '--auth-local=trust',
      '--auth-host=reject',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      `--locale=${LIBC_LOCALE}`,
      '--text-search-config=simple',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]);
    await rename(unfinished, home.cluster);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw new EmbeddedPostgresError(
      'initialisation-failed',
      `PostgreSQL's data directory could not be made in ${home.directory}: ${messageOf(error)}`,
      { cause: error },
    );
  }
};

const removeUnfinished = async (home: Home): Promise<void> => {
  for (const name of await readdir(home.directory)) {
    if (name.startsWith(UNFINISHED_PREFIX)) {
      await rm(path.join(home.directory, name), { recursive: true, force: true });
    }
  }
};

/**
 * Creates the cluster atomically if there is none, and rejects one that these binaries cannot read.
 *
 * @param durable whether to wait until the new cluster is on the disk
 */
export const prepareCluster = async (
  binaries: Binaries,
  home: Home,
  durable: boolean,
): Promise<void> => {
  await removeUnfinished(home);
  const version = await readVersion(home.cluster);
  if (version === undefined) return initialise(binaries, home, durable);
  if (version !== binaries.majorVersion) {
    throw new EmbeddedPostgresError(
      'wrong-version',
      `${home.cluster} was made by PostgreSQL ${version}; this is PostgreSQL ${binaries.majorVersion}. Dump it with the former version and load it into a new DATA_DIR.`,
    );
  }
};
