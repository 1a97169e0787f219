import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SURROUNDINGS } from './account.ts';
import type { Binaries } from './binaries.ts';
import { codeOf } from '#platform/code-of.ts';
import { EmbeddedPostgresError } from './errors.ts';
import type { Home } from './home.ts';
import { removeShortDirectory, SOCKET_PORT, socketIn } from './socket.ts';
import { messageOf } from '#platform/message-of.ts';

/** The running PostgreSQL's data in `postmaster.pid` (PostgreSQL's src/include/utils/pidfile.h). */
export interface Postmaster {
  readonly pid: number;
  readonly socketDirectory: string;
  readonly ready: boolean;
}

const POLL_MS = 25;
/**
 * The signals that stop PostgreSQL, with the milliseconds to wait for each: "fast shutdown" rolls
 * open transactions back, "immediate" leaves recovery to the next start, SIGKILL is for one that
 * reacts to nothing.
 */
const STOP_STEPS: readonly StopStep[] = [
  ['SIGINT', 60_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 10_000],
];
type StopStep = readonly [signal: NodeJS.Signals, patienceMs: number];

const readPidFile = async (cluster: string): Promise<Postmaster | undefined> => {
  let text: string;
  try {
    text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    if (codeOf(error) === 'EACCES') {
      throw new EmbeddedPostgresError(
        'directory-of-another-account',
        `The database in ${cluster} belongs to another account. Run this as the account that made it.`,
      );
    }
    throw error;
  }
  const [pid = '', , , , socketDirectory = '', , , status = ''] = text.split('\n');
  if (!/^[1-9]\d*$/.test(pid.trim())) return undefined;
  return { pid: Number(pid), socketDirectory, ready: status.trim() === 'ready' };
};

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
};

/**
 * Whether the process is the PostgreSQL of this cluster. A process number alone proves nothing: it
 * may belong to another process (soon so in a container), or to a zombie.
 */
export const isRunning = async (pid: number, cluster: string): Promise<boolean> => {
  if (!exists(pid)) return false;
  if (process.platform === 'linux') {
    try {
      // PostgreSQL's working directory is its data directory.
      return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster));
    } catch (error) {
      return codeOf(error) !== 'ENOENT';
    }
  }
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,comm=', '-p', String(pid)]);
    return !stdout.trim().startsWith('Z') && stdout.trim().endsWith('postgres');
  } catch {
    return false;
  }
};

/** The PostgreSQL that runs on the cluster, whichever process started it. */
export const findPostmaster = async (cluster: string): Promise<Postmaster | undefined> => {
  const found = await readPidFile(cluster);
  return found !== undefined && (await isRunning(found.pid, cluster)) ? found : undefined;
};

/**
 * Removes the files of a killed PostgreSQL: if its process number now belongs to another process of
 * the same account, PostgreSQL would take it for a running server and not start.
 */
const removeLeftovers = async (home: Home, socketDirectory: string): Promise<void> => {
  const left = await readPidFile(home.cluster);
  if (left !== undefined && (await isRunning(left.pid, home.cluster))) return;
  if (left !== undefined && left.socketDirectory !== socketDirectory)
    await removeShortDirectory(left.socketDirectory);
  const socket = socketIn(socketDirectory);
  for (const file of [path.join(home.cluster, 'postmaster.pid'), `${socket}.lock`, socket]) {
    await rm(file, { force: true });
  }
};

/**
 * Starts PostgreSQL and returns its process number at once; the caller checks whether it becomes
 * ready.
 */
export const spawnPostmaster = async (
  binaries: Binaries,
  home: Home,
  socketDirectory: string,
  settings: Readonly<Record<string, string>>,
): Promise<number> => {
  await removeLeftovers(home, socketDirectory);
  const log = openSync(home.logFile, 'a');
  try {
    const child = spawn(
      binaries.postgres,
      [
        '-D',
        home.cluster,
        '-k',
        socketDirectory,
        '-p',
        String(SOCKET_PORT),
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...home.account,
        ...SURROUNDINGS,
        cwd: home.cluster,
        // A process group of its own, because Ctrl-C in the terminal must not stop it before the
        // server has drained.
        detached: true,
        stdio: ['ignore', log, log],
      },
    );
    await once(child, 'spawn');
    child.unref();
    if (child.pid === undefined) throw new Error('no process number');
    return child.pid;
  } catch (error) {
    throw new EmbeddedPostgresError(
      'start-failed',
      `${binaries.postgres} could not be started: ${messageOf(error)}`,
      { cause: error },
    );
  } finally {
    closeSync(log);
  }
};

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
};

/**
 * Stops PostgreSQL and returns when it has ended.
 *
 * @throws EmbeddedPostgresError `stop-failed` if it survives every step, as in a read that never
 * ends
 */
export const stopPostmaster = async (
  pid: number,
  cluster: string,
  steps = STOP_STEPS,
): Promise<void> => {
  for (const [name, patienceMs] of steps) {
    if (!(await isRunning(pid, cluster))) return;
    signal(pid, name);
    const giveUpAt = performance.now() + patienceMs;
    while (performance.now() < giveUpAt && (await isRunning(pid, cluster))) await sleep(POLL_MS);
  }
  if (!(await isRunning(pid, cluster))) return;
  throw new EmbeddedPostgresError(
    'stop-failed',
    `PostgreSQL (process ${pid}) on ${cluster} does not end.`,
  );
};
