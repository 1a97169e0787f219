import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getHealth } from '@izgodno/contract/system/calls';
import { startProgram } from '../../scripts/start-program.ts';

/** Linux's unit of processor time: a hundredth of a second everywhere. */
const TICKS_A_SECOND = 100;

/** How long the start of the index may take, which may be built first, in milliseconds. */
const INDEX_LIMIT_MS = 2 * 60 * 60_000;

const repository = fileURLToPath(new URL('../..', import.meta.url));

export interface ProductProcess {
  readonly url: string;
  /** From the command to the line that says "Ready", in milliseconds. */
  readonly readyAfterMs: number;
  /** The process's resident memory in MB; on Linux only. */
  residentMegabytes(): Promise<number | null>;
  /** The most that it was so far. */
  peakMegabytes(): Promise<number | null>;
  /** The process's processor time so far; on Linux only. */
  cpuSeconds(): Promise<number | null>;
  stop(): Promise<void>;
}

/** Runs a server program of the repository until it says "Ready: URL". */
export const startProcess = async (
  program: string,
  environment: Readonly<Record<string, string>>,
): Promise<ProductProcess> => {
  const began = performance.now();
  const running = await startProgram(path.join(repository, program), {
    environment: {
      ...process.env,
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
      BUDGET_PER_MINUTE: '0',
      ...environment,
    },
  });
  const { child, url } = running;
  child.stderr.pipe(process.stderr);
  const megabytesOf = async (field: string): Promise<number | null> => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    const kilobytes = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
  };
  return {
    url,
    readyAfterMs: performance.now() - began,
    residentMegabytes: () => megabytesOf('VmRSS'),
    peakMegabytes: () => megabytesOf('VmHWM'),
    cpuSeconds: async () => {
      const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => null);
      // Fields 14 and 15, counted after the program's name, which may contain spaces.
      const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields === undefined
        ? null
        : (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
    },
    stop: () => running.end('SIGTERM'),
  };
};

/** Waits until the index answers searches. Throws if it takes too long. */
export const untilSearchIsReady = async (url: string): Promise<void> => {
  const end = performance.now() + INDEX_LIMIT_MS;
  while (performance.now() < end) {
    const health = getHealth.response.parse(await (await fetch(url + getHealth.path)).json());
    if (health.parts['index']?.status === 'healthy') return;
    await sleep(250);
  }
  throw new Error('The index is not ready.');
};
