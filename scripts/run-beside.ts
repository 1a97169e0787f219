import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Finished {
  readonly code: number;
  readonly output: string;
}

interface Choices {
  /** What it prints is shown at once. */
  readonly isShown?: boolean;
  /** Ends it at once, with all that it has started, so that none of these can clean up. */
  readonly end?: AbortSignal;
}

/** Runs a program beside others, and returns all that it prints, errors included. */
export const runBeside = async (
  command: string,
  args: readonly string[],
  { isShown = false, end }: Choices = {},
): Promise<Finished> => {
  const isWindows = process.platform === 'win32';
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: isWindows,
    // A process group of its own.
    detached: end !== undefined && !isWindows,
  });
  const { pid } = child;
  const kill = (): void => {
    if (pid !== undefined) process.kill(isWindows ? pid : -pid, 'SIGKILL');
  };
  end?.addEventListener('abort', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part;
      if (isShown) process.stdout.write(part);
    });
  }
  await once(child, 'close');
  end?.removeEventListener('abort', kill);
  return { code: child.exitCode ?? 1, output };
};
