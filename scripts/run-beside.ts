import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Finished {
  readonly code: number;
  readonly output: string;
}

/** Runs a program beside others, and returns all that it prints, errors included; shown at once if `isShown`. */
export const runBeside = async (
  command: string,
  args: readonly string[],
  isShown = false,
): Promise<Finished> => {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part;
      if (isShown) process.stdout.write(part);
    });
  }
  await once(child, 'close');
  return { code: child.exitCode ?? 1, output };
};
