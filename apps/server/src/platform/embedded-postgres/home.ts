import { chmod, mkdtemp, readlink, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { chooseAccount, executeAs, type Account } from './account.ts';
import { codeOf } from '#platform/code-of.ts';
import { EmbeddedPostgresError } from './errors.ts';

/**
 * The folder of root's clusters whose own directory PostgreSQL's account cannot enter, such as one
 * below /root.
 */
const STATE_DIRECTORY = '/var/lib';
/** Symbolic link in the given directory to the cluster's actual place. */
const ELSEWHERE = 'elsewhere';
/**
 * The home belongs to root, so that PostgreSQL's account cannot mislead root by links; it may only
 * pass through.
 */
const PASSABLE = 0o711;

export interface Home {
  readonly directory: string;
  /** PostgreSQL's data directory; may not exist yet. */
  readonly cluster: string;
  readonly logFile: string;
  readonly account: Account | undefined;
}

/** The present place of `directory`: itself, or the target of its link. */
const followLink = async (directory: string): Promise<string> => {
  try {
    return await readlink(path.join(directory, ELSEWHERE));
  } catch (error) {
    // ENOENT: there is no link yet. EACCES is reported when the account is chosen.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'EACCES') return directory;
    throw error;
  }
};

const homeAt = (directory: string, account: Account | undefined): Home => ({
  directory,
  cluster: clusterOf(directory),
  logFile: path.join(directory, 'postgres.log'),
  account,
});

const clusterOf = (directory: string): string => path.join(directory, 'data');

const exists = async (file: string): Promise<boolean> => {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
};

const canEnter = async (account: Account, directory: string): Promise<boolean> => {
  try {
    await executeAs(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', directory]);
    return true;
  } catch {
    return false;
  }
};

/** The cluster's data directory, for a caller that changes nothing. */
export const findCluster = async (directory: string): Promise<string> =>
  clusterOf(await followLink(directory));

/**
 * Creates the directory of a cluster, which PostgreSQL's account can enter.
 *
 * For root below a closed folder it is in /var/lib, and a link in `directory` leads there.
 */
export const openHome = async (
  directory: string,
  onStatus: (message: string) => void,
): Promise<Home> => {
  await makeFolder(directory);
  const target = await followLink(directory);
  await makeFolder(target);
  const account = await chooseAccount(clusterOf(target));
  if (account === undefined) return homeAt(target, account);

  await chmod(target, PASSABLE);
  if (await canEnter(account, target)) return homeAt(target, account);
  if (target !== directory || (await exists(clusterOf(target)))) {
    throw new EmbeddedPostgresError(
      'directory-unreachable',
      `${target} holds the database, but PostgreSQL's account (user ${account.uid}) cannot enter it: a folder above is closed to others. Open that folder for passing through (chmod o+x), or move the directory.`,
    );
  }
  const elsewhere = await mkdtemp(path.join(STATE_DIRECTORY, 'izgodno-'));
  await chmod(elsewhere, PASSABLE);
  await symlink(elsewhere, path.join(directory, ELSEWHERE));
  onStatus(`PostgreSQL cannot enter ${directory}; the database is kept in ${elsewhere}.`);
  return homeAt(elsewhere, account);
};
