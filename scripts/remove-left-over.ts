import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long processes have to end before they are killed. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 50;
/** How often, and after how long, it is looked for what began meanwhile. */
const ROUNDS = 20;
const PAUSE_MS = 500;
/** The link from a closed folder to the files of its PostgreSQL, as the embedded one makes it. */
const ELSEWHERE = 'elsewhere';
const ELSEWHERE_TARGET = /^\/var\/lib\/izgodno-\w+$/;

const POSTMASTER_FILE = 'postmaster.pid';
/** Where that names the folder of the socket, counted from 0. */
const SOCKET_LINE = 4;
/** The folder of PostgreSQL's socket where the path below its data is too long for one. */
const SOCKET_FOLDER = /^\/tmp\/izgodno-\w+$/;

const send = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    // 0, 1 and negative numbers would mean others.
    return pid > 1 && process.kill(pid, signal);
  } catch {
    return false;
  }
};

/** Whether the process exists, also one of another account. */
export const isAlive = (pid: number): boolean => {
  try {
    return pid > 1 && process.kill(pid, 0);
  } catch (error) {
    // Another account's process.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const end = async (pid: number, signal: NodeJS.Signals): Promise<void> => {
  send(pid, signal);
  for (let waited = 0; waited < PATIENCE_MS && send(pid, 0); waited += LOOK_MS)
    await sleep(LOOK_MS);
  send(pid, 'SIGKILL');
};

const filesIn = (folder: string): Promise<string[]> =>
  readdir(folder, { recursive: true }).catch((): string[] => []);

/** The folders outside that links in this one lead to. */
const findElsewhere = async (folder: string): Promise<readonly string[]> => {
  const links = (await filesIn(folder)).filter((file) => path.basename(file) === ELSEWHERE);
  const targets = await Promise.all(
    links.map((link) => readlink(path.join(folder, link)).catch(() => '')),
  );
  return targets.filter((target) => ELSEWHERE_TARGET.test(target));
};

/** The folders outside that have the sockets of PostgreSQLs whose data is in this one. */
const findSocketFolders = async (folder: string): Promise<readonly string[]> => {
  const files = (await filesIn(folder)).filter((file) => path.basename(file) === POSTMASTER_FILE);
  const contents = await Promise.all(
    files.map((file) => readFile(path.join(folder, file), 'utf8').catch(() => '')),
  );
  return contents
    .map((content) => content.split('\n')[SOCKET_LINE] ?? '')
    .filter((socketFolder) => SOCKET_FOLDER.test(socketFolder));
};

const readPids = async (folder: string): Promise<readonly (readonly [string, number])[]> => {
  const found = (await filesIn(folder)).filter((file) => file.endsWith('.pid'));
  return Promise.all(
    found.map(async (file) => {
      const content = await readFile(path.join(folder, file), 'utf8').catch(() => '');
      return [path.basename(file), Number.parseInt(content, 10) || 0] as const;
    }),
  );
};

/** Removes the disks that are mounted below a folder; on Linux only. */
export const unmountBelow = async (folder: string): Promise<void> => {
  const mounts = await readFile('/proc/self/mounts', 'utf8').catch(() => '');
  const points = mounts.split('\n').map((line) => line.split(' ')[1] ?? '');
  for (const point of points.toReversed())
    if (point === folder || point.startsWith(`${folder}/`))
      spawnSync('umount', ['-l', point], { stdio: 'ignore' });
};

interface Marked {
  readonly pid: number;
  readonly isPostgres: boolean;
}

/** The processes that were started with this folder as TMPDIR; on Linux only. */
const findMarked = async (folder: string): Promise<readonly Marked[]> => {
  const marked: Marked[] = [];
  for (const name of await readdir('/proc').catch((): string[] => [])) {
    const pid = Number(name);
    if (!Number.isSafeInteger(pid) || pid === process.pid) continue;
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (!environment.split('\0').includes(`TMPDIR=${folder}`)) continue;
    const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    marked.push({ pid, isPostgres: command.trim() === 'postgres' });
  }
  return marked;
};

const removeOnce = async (
  folder: string,
  pids: readonly number[],
  marked: readonly Marked[],
): Promise<void> => {
  const others = marked.filter(({ isPostgres }) => !isPostgres).map(({ pid }) => pid);
  await Promise.all([...new Set([...pids, ...others])].map((pid) => end(pid, 'SIGTERM')));
  const folders = [...(await findElsewhere(folder)), folder];
  // First, because PostgreSQL's end removes the file that names them.
  const socketFolders = (await Promise.all(folders.map(findSocketFolders))).flat();
  // PostgreSQL's immediate end frees its shared memory; the data is not needed any more.
  for (const each of folders)
    await Promise.all(
      (await readPids(each)).map(([file, pid]) =>
        end(pid, file === POSTMASTER_FILE ? 'SIGQUIT' : 'SIGKILL'),
      ),
    );
  // One whose data is elsewhere and kept, as that of a bench with a million deals: a fast shutdown.
  await Promise.all(
    marked.filter(({ isPostgres }) => isPostgres).map(({ pid }) => end(pid, 'SIGINT')),
  );
  await unmountBelow(folder);
  for (const each of [...socketFolders, ...folders])
    await rm(each, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
};

/** Ends the processes of a run that has ended, and removes its folder. */
export const removeLeftOver = async (
  folder: string,
  pids: readonly number[] = [],
): Promise<void> => {
  let marked = await findMarked(folder);
  for (let round = 0; round < ROUNDS; round += 1) {
    // What still writes into the folder keeps it from being removed.
    await removeOnce(folder, pids, marked).catch(() => {});
    await sleep(PAUSE_MS);
    // A process that the run was just starting had no mark yet, and may write the folder again.
    marked = await findMarked(folder);
    if (marked.length === 0 && !existsSync(folder)) return;
  }
};
