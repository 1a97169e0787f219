import { fileURLToPath } from 'node:url';
import { startProgram } from '../../scripts/start-program.ts';

const program = fileURLToPath(new URL('../../apps/server/src/app/serve.ts', import.meta.url));

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

/**
 * Starts the server in a separate process and waits until it is ready. Unsupervised, because
 * journeys kill and restart it themselves.
 */
export const startProduct = async (options: ProductOptions): Promise<Product> => {
  const running = await startProgram(program, {
    environment: {
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
    folder: options.dataDirectory,
  });
  const consoleLink = /http\S+for=console#\S+/.exec(running.output())?.[0] ?? null;
  return {
    url: running.url,
    consoleLink,
    stop: () => running.end('SIGTERM'),
    kill: () => running.end('SIGKILL'),
  };
};
