import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';
import { programEnvironment } from '../program-environment.ts';
import { isAlive, readPid, signalProcess } from '../signal-process.ts';

const program = fileURLToPath(new URL('../../src/app/serve.ts', import.meta.url));

/** The product as a separate process with its own PostgreSQL; either can be killed. */
export interface ProductUnderFire {
  readonly url: string;
  /** Kills the process and starts another on the same data. */
  killApp(): Promise<void>;
  /** Kills PostgreSQL; the product restarts it. */
  killDatabase(): Promise<void>;
  stop(): Promise<void>;
}

export const startUnderFire = async (
  directory: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ProductUnderFire> => {
  const port = await freePort();
  let child: ChildProcess;

  const start = async (): Promise<void> => {
    const started = spawn(process.execPath, [program], {
      env: {
        ...programEnvironment(),
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: directory,
        DEMO_DATA: 'off',
        LOG_LEVEL: 'fatal',
        DRAIN_SECONDS: '0',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        if (output.includes('Ready: ')) resolve();
      };
      started.stdout.on('data', read);
      started.stderr.on('data', read);
      started.once('exit', (code) =>
        reject(new Error(`The product ended with ${code}:\n${output}`)),
      );
    });
  };

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };

  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    async killApp() {
      await end('SIGKILL');
      await start();
    },
    async killDatabase() {
      const file = path.join(directory, 'postgres/data/postmaster.pid');
      // It may already be down, restarting after the previous kill.
      const pid = await readPid(file);
      if (pid !== undefined && isAlive(pid)) signalProcess(pid, 'SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
};
