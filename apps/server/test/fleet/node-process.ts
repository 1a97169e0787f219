import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { programEnvironment } from '../program-environment.ts';

/** The folder of the repository that this file is in. */
export const PRESENT = path.resolve(import.meta.dirname, '../../../..');

const START_LIMIT_MS = 300_000;

export interface NodeProcess {
  readonly process: ChildProcess;
  /** What it has printed. */
  readonly output: () => string;
  /** Lines of its log about errors, such as calls that failed. */
  readonly loggedErrors: () => readonly string[];
  /** Whether it serves; false if it ends or takes too long. */
  readonly isReady: Promise<boolean>;
  /** Ends it by SIGTERM. */
  end(): Promise<void>;
}

export interface NodeOptions {
  /** The folder of the product; this one by default. */
  readonly product?: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The file that it prints to. */
  readonly log?: string;
}

/**
 * Where programs of a product keep what is compiled. Another product's folder is temporary, so what is
 * compiled of it is removed together with it.
 */
export const compileCacheOf = (product: string): Readonly<Record<string, string>> =>
  product === PRESENT ? {} : { NODE_COMPILE_CACHE: path.join(product, '.compiled') };

/** Starts a node of the product as a process of its own. */
export const startNode = ({ product = PRESENT, environment, log }: NodeOptions): NodeProcess => {
  const target = log === undefined ? 'pipe' : openSync(log, 'a');
  const child = spawn(process.execPath, [path.join(product, 'apps/server/src/app/serve.ts')], {
    env: {
      ...programEnvironment(),
      ...compileCacheOf(product),
      HOST: '127.0.0.1',
      DEMO_DATA: 'off',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    // A node reports by the last one that it serves, also if the disk of its log is full.
    stdio: ['ignore', target, target, 'ipc'],
  });
  if (typeof target === 'number') closeSync(target);
  let output = '';
  const { promise: isReady, resolve } = Promise.withResolvers<boolean>();
  const limit = setTimeout(() => resolve(false), START_LIMIT_MS);
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => void (output += text));
  child.once('message', () => resolve(true));
  child.on('exit', () => resolve(false));
  void isReady.then(() => clearTimeout(limit));
  const read = (): string => (log === undefined ? output : readFileSync(log, 'utf8'));
  return {
    process: child,
    output: read,
    loggedErrors: () =>
      read()
        .split('\n')
        .filter((line) => line.includes('"level":50')),
    isReady,
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** Throws with what the node has printed unless it serves. */
export const requireReady = async (node: NodeProcess): Promise<void> => {
  if (!(await node.isReady)) throw new Error(`A node does not serve:\n${node.output()}`);
};
