import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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
  });
  const { stdin } = cleaner;
  stdin.on('error', () => {});
  cleaner.on('error', () => {});
  // Neither keeps this process alive.
  cleaner.unref();
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
  return () => void stdin.end('removed');
};
