import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

// Started by `cleanUpAfterEnd`. Its input ends when the process that started it has ended.

/** How long processes have to end before they are killed. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 50;

const send = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    // 0, 1 and negative numbers would mean others.
    return pid > 1 && process.kill(pid, signal);
  } catch {
    return false;
  }
};

const end = async (pid: number, signal: NodeJS.Signals): Promise<void> => {
  send(pid, signal);
  for (let waited = 0; waited < PATIENCE_MS && send(pid, 0); waited += LOOK_MS)
    await sleep(LOOK_MS);
  send(pid, 'SIGKILL');
};

const readPids = async (folder: string): Promise<readonly (readonly [string, number])[]> => {
  const files = await readdir(folder, { recursive: true }).catch((): string[] => []);
  const found = files.filter((file) => file.endsWith('.pid'));
  return Promise.all(
    found.map(async (file) => {
      const content = await readFile(path.join(folder, file), 'utf8').catch(() => '');
      return [path.basename(file), Number.parseInt(content, 10) || 0] as const;
    }),
  );
};

const [folder, ...pids] = process.argv.slice(2);
if (folder !== undefined && (await text(process.stdin)) !== 'removed') {
  await Promise.all(pids.map((pid) => end(Number(pid), 'SIGTERM')));
  // PostgreSQL's immediate end frees its shared memory; the data is not needed any more.
  await Promise.all(
    (await readPids(folder)).map(([file, pid]) =>
      end(pid, file === 'postmaster.pid' ? 'SIGQUIT' : 'SIGKILL'),
    ),
  );
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
