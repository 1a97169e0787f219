import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram, type RunningProgram } from '../../../../scripts/start-program.ts';
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
  const start = (): Promise<RunningProgram> =>
    startProgram(program, {
      environment: {
        ...programEnvironment(),
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: directory,
        DEMO_DATA: 'off',
        LOG_LEVEL: 'fatal',
        DRAIN_SECONDS: '0',
        ...environment,
      },
    });
  let running = await start();
  return {
    url: running.url,
    async killApp() {
      await running.end('SIGKILL');
      running = await start();
    },
    async killDatabase() {
      const file = path.join(directory, 'postgres/data/postmaster.pid');
      // It may already be down, restarting after the previous kill.
      const pid = await readPid(file);
      if (pid !== undefined && isAlive(pid)) signalProcess(pid, 'SIGKILL');
    },
    stop: () => running.end('SIGTERM'),
  };
};
