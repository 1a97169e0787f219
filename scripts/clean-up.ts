import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAlive, removeLeftOver } from './remove-left-over.ts';

const program = fileURLToPath(new URL('clean-up-program.ts', import.meta.url));

export interface LeftOver {
  /** A folder of this run alone. The processes whose `….pid` files are in it end too. */
  readonly folder: string;
  /** Processes that stop by themselves after SIGTERM. */
  readonly pids?: readonly number[];
}

/**
 * Removes a folder and its processes once this process has ended, by whatever signal: another
 * process waits for that, in a session of its own, where Ctrl-C does not reach it. The returned
 * function says that everything is removed already.
 */
export const cleanUpAfterEnd = ({ folder, pids = [] }: LeftOver): (() => void) => {
  const cleaner = spawn(process.execPath, [program, folder, ...pids.map(String)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    // Else the clean-up of a whole run would take it for one of the run's processes and end it.
    env: { ...process.env, TMPDIR: '' },
  });
  const { stdin } = cleaner;
  stdin.on('error', () => {});
  cleaner.on('error', () => {});
  // Neither keeps this process alive.
  cleaner.unref();
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return () => void stdin.end('removed');
};

/**
 * An empty temporary folder that PostgreSQL's account can enter. As root, the product would keep its
 * database elsewhere otherwise, and copies of the folder would share it.
 */
export const makeTemporaryFolder = async (prefix: string, root = tmpdir()): Promise<string> => {
  const folder = await mkdtemp(path.join(root, prefix));
  await chmod(folder, 0o755);
  return folder;
};

const RUN_FOLDER = /^izgodno-run-(\d+)-\w+$/;

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** Several times what all tests keep there at a time. */
const ENOUGH_BYTES = 8 * 1024 ** 3;

/** Whether files can be kept in memory: there is plenty, and programs among them can be started. */
const isMemoryEnough = async (): Promise<boolean> => {
  try {
    const { bavail, bsize } = await statfs(IN_MEMORY);
    const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n');
    const [, , type, options = ''] =
      mounts.map((line) => line.split(' ')).find(([, folder]) => folder === IN_MEMORY) ?? [];
    return (
      type === 'tmpfs' &&
      !options.split(',').includes('noexec') &&
      Math.min(bavail * bsize, freemem()) >= ENOUGH_BYTES
    );
  } catch {
    // Not Linux, or a container without it.
    return false;
  }
};

/**
 * The folder for temporary files: in memory, because each of hundreds of databases is hundreds of
 * files, and some file systems create files slowly after many were removed. TMPDIR is respected.
 */
const temporaryRoot = async (): Promise<string> =>
  process.env['TMPDIR'] === undefined && (await isMemoryEnough()) ? IN_MEMORY : tmpdir();

/** Removes what runs left whose clean-up was killed too, as by a loss of power. */
const removeEarlierRuns = async (): Promise<void> => {
  // Both, because another run may have found more memory or less.
  for (const root of new Set([tmpdir(), IN_MEMORY])) {
    for (const name of await readdir(root).catch(() => [])) {
      const pid = Number(RUN_FOLDER.exec(name)?.[1] ?? 0);
      if (pid > 1 && !isAlive(pid)) await removeLeftOver(path.join(root, name)).catch(() => {});
    }
  }
};

/** Whether the temporary folder of this process is one of its own already. */
const ownsTemporaryFolder = (): boolean =>
  RUN_FOLDER.exec(path.basename(tmpdir()))?.[1] === String(process.pid);

/**
 * Makes everything temporary of a command its own: from now on its folders, and those of the
 * processes that it starts, are in one folder, which is removed with these processes once this
 * process has ended, by whatever signal. Also removes what earlier runs left. Does nothing the second
 * time.
 */
export const ownTemporaryFolders = async (): Promise<void> => {
  if (ownsTemporaryFolder()) return;
  // First, because what they left may take the memory that this run needs.
  await removeEarlierRuns();
  const folder = await makeTemporaryFolder(`izgodno-run-${process.pid}-`, await temporaryRoot());
  cleanUpAfterEnd({ folder });
  process.env['TMPDIR'] = folder;
};
