import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { codeOf } from '#platform/code-of.ts';
import { EmbeddedPostgresError } from './errors.ts';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Made for PostgreSQL (Linux, macOS), else the one without any rights. */
const PREFERRED_NAMES = ['postgres', '_postgres', 'nobody'];

/** The best account in the text of a passwd file; never root. */
export const accountIn = (passwd: string): Account | undefined => {
  const accounts = new Map<string, Account>();
  for (const line of passwd.split('\n')) {
    const [name = '', , uid = '', gid = ''] = line.split(':');
    // macOS has `nobody` with id -2, which no system call accepts.
    if (!/^[1-9]\d*$/.test(uid) || !/^\d+$/.test(gid)) continue;
    accounts.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  const name = PREFERRED_NAMES.find((candidate) => accounts.has(candidate));
  return name === undefined ? undefined : accounts.get(name);
};

const ownerOf = async (path: string): Promise<Account | undefined> => {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    if (codeOf(error) === 'EACCES') throw belongsToAnother(path);
    throw error;
  }
};

const belongsToAnother = (path: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'directory-of-another-account',
    `The database in ${path} belongs to another account. Run this as the account that made it, or give another DATA_DIR.`,
  );

/**
 * The account PostgreSQL runs as; `undefined` is the process's own. PostgreSQL rejects root, so
 * root uses the account that owns the cluster, or for a new cluster an existing unprivileged one.
 */
export const chooseAccount = async (cluster: string): Promise<Account | undefined> => {
  const owner = await ownerOf(cluster);
  const uid = process.getuid?.();
  if (uid !== 0) {
    if (owner !== undefined && owner.uid !== uid) throw belongsToAnother(cluster);
    return undefined;
  }
  if (owner !== undefined && owner.uid !== 0) return owner;
  const account = accountIn(await readFile('/etc/passwd', 'utf8'));
  if (account === undefined) {
    throw new EmbeddedPostgresError(
      'no-account',
      `PostgreSQL refuses to run as root, and this machine has none of the accounts ${PREFERRED_NAMES.join(', ')}. Run this as another account, or set DATABASE_URL.`,
    );
  }
  return account;
};

const execute = promisify(execFile);
/** Longer than `initdb` takes on a slow disk. */
const PROGRAM_PATIENCE_MS = 5 * 60_000;

/** Runs a program as `account` and returns its output; throws with its stderr if it fails. */
export const executeAs = async (
  account: Account | undefined,
  file: string,
  args: readonly string[],
): Promise<string> => {
  const { stdout } = await execute(file, args, {
    ...account,
    ...SURROUNDINGS,
    timeout: PROGRAM_PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  return stdout;
};

/**
 * The environment of PostgreSQL's programs: a folder that every account may enter, and no PG*
 * variables, which would change their behaviour.
 */
export const SURROUNDINGS = {
  cwd: '/',
  env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' },
} as const;
