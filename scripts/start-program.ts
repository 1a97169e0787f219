import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { cleanUpAfterEnd } from './clean-up.ts';

/** What is kept of a program's output, in characters. */
const OUTPUT_LIMIT = 100_000;

/** How long a start may take if nothing else is said, in milliseconds; a busy machine is slow. */
const START_LIMIT_MS = 120_000;

export interface RunningProgram {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Where it serves, as it said itself. */
  readonly url: string;
  /** The end of what it has written so far. */
  output(): string;
  hasEnded(): boolean;
  /** Sends the signal and waits for the end, if the program still runs. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface ProgramOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Node's own, before the program. */
  readonly nodeArguments?: readonly string[];
  readonly limitMs?: number;
  /** Removed, and the program stopped, if this process is killed while the program runs. */
  readonly folder?: string;
}

/**
 * Runs a server program of the repository in a process of its own until it says "Ready: URL". Throws
 * with its output if it ends before that, or kills it after the limit.
 */
export const startProgram = async (
  program: string,
  { environment, nodeArguments = [], limitMs = START_LIMIT_MS, folder }: ProgramOptions,
): Promise<RunningProgram> => {
  const child = spawn(process.execPath, [...nodeArguments, program], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (folder !== undefined && child.pid !== undefined)
    child.once('exit', cleanUpAfterEnd({ folder, pids: [child.pid] }));
  let output = '';
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string): void => {
      clearTimeout(timer);
      reject(new Error(`${program} ${reason}:\n${output}`));
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`did not start within ${limitMs} ms`);
    }, limitMs);
    const read = (text: string): void => {
      output = (output + text).slice(-OUTPUT_LIMIT);
      const ready = /Ready: (\S+)/.exec(output)?.[1];
      if (ready === undefined) return;
      clearTimeout(timer);
      resolve(ready);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read);
    child.once('error', (error) => fail(`cannot run (${error.message})`));
    // Not 'exit', after which output can follow.
    child.once('close', (code, signal) => fail(`ended with ${code ?? signal}`));
  });
  return {
    child,
    url,
    output: () => output,
    hasEnded,
    async end(signal) {
      if (hasEnded()) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
};
