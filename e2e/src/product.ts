import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cleanUpAfterEnd } from '../../scripts/clean-up.ts';

const program = fileURLToPath(new URL('../../apps/server/src/app/serve.ts', import.meta.url));

/** How long a first start with demo data may take, in milliseconds. */
const START_TIMEOUT_MS = 120_000;

export interface Product {
  readonly url: string;
  /** The link that creates the first administrator; null if one exists or existed. */
  readonly consoleLink: string | null;
  /** Stops it as Ctrl-C does. */
  stop(): Promise<void>;
  /** Ends the process without a shutdown. */
  kill(): Promise<void>;
}

export interface ProductOptions {
  readonly dataDirectory: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly environment?: Readonly<Record<string, string>>;
}

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
};

/**
 * Starts the server in a separate process and waits until it is ready. Unsupervised, because
 * journeys kill and restart it themselves.
 */
export const startProduct = async (options: ProductOptions): Promise<Product> => {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
      BUDGET_PER_MINUTE: '0',
      // Each journey has its own IP address: see `extraHTTPHeaders` of the journeys.
      TRUST_PROXY: '127.0.0.1,::1',
      ...options.environment,
      PORT: String(options.port),
      DATA_DIR: options.dataDirectory,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const isRemoved = cleanUpAfterEnd({
    folder: options.dataDirectory,
    pids: child.pid === undefined ? [] : [child.pid],
  });
  child.once('exit', isRemoved);
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string): void => {
      clearTimeout(timer);
      reject(new Error(`The product did not start: ${reason}\n${output}`));
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('time is up');
    }, START_TIMEOUT_MS);
    const read = (text: string): void => {
      output += text;
      const ready = /Ready: (\S+)/.exec(output)?.[1];
      if (ready === undefined) return;
      clearTimeout(timer);
      resolve(ready);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('exit', (code) => fail(`it exited with ${code}`));
  });
  const consoleLink = /http\S+for=console#\S+/.exec(output)?.[0] ?? null;
  return { url, consoleLink, stop: () => end(child, 'SIGTERM'), kill: () => end(child, 'SIGKILL') };
};
