import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { cleanUpAfterEnd } from '../../../scripts/clean-up.ts';
import { BROWSER_START_MS } from './engine.ts';

interface BrowserCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** A folder of this process alone, which is its home and is removed with it. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

interface BrowserProcess {
  /** Waits for a line of the output, and returns what the group of the pattern matches. */
  lineWith(pattern: RegExp): Promise<string>;
  stop(): Promise<void>;
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
};

/** Starts a program of a browser. */
export const startBrowserProcess = (command: BrowserCommand): BrowserProcess => {
  const { program, args, folder, environment } = command;
  // The fonts and libraries of the journeys' Chromium are not for other browsers.
  const { FONTCONFIG_PATH: _, LD_LIBRARY_PATH: __, ...inherited } = process.env;
  const child = spawn(program, args, {
    env: { ...inherited, HOME: folder, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const isRemoved = cleanUpAfterEnd({ folder, pids: child.pid === undefined ? [] : [child.pid] });
  const lines: string[] = [];
  const output = createInterface({ input: child.stderr });
  output.on('line', (line) => lines.push(line));
  const failed = Promise.withResolvers<never>();
  // Nothing may be waiting for it.
  failed.promise.catch(() => undefined);
  const fail = (reason: string): void =>
    failed.reject(new Error(`${program}: ${reason}\n${lines.join('\n')}`));
  child.once('error', ({ message }) => fail(message));
  child.once('exit', (code) => fail(`it exited with ${code}`));

  const lineWith = (pattern: RegExp): Promise<string> => {
    const found = Promise.withResolvers<string>();
    const look = (line: string): void => {
      const match = pattern.exec(line);
      if (match !== null) found.resolve(match[1] ?? '');
    };
    for (const line of lines) look(line);
    output.on('line', look);
    const timer = setTimeout(() => fail('time is up'), BROWSER_START_MS);
    return Promise.race([found.promise, failed.promise]).finally(() => {
      clearTimeout(timer);
      output.off('line', look);
    });
  };

  return {
    lineWith,
    async stop() {
      await end(child);
      await rm(folder, { recursive: true, force: true });
      isRemoved();
    },
  };
};
