import { type ChildProcess, fork } from 'node:child_process';
import { constants } from 'node:os';
import { onInterrupt, type StopSignal } from '../on-interrupt.ts';
import { READY } from './supervised.ts';

/** After serving this long the count of deaths restarts. */
const STEADY_MS = 60_000;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;

/**
 * Milliseconds before the restart after consecutive `deaths`: none after the first, then doubling
 * up to the maximum.
 */
export const restartDelay = (deaths: number): number =>
  deaths <= 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (deaths - 2), LONGEST_DELAY_MS);

/** How a server ended. `ready`: whether it had served. */
interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly ready: boolean;
  readonly livedMs: number;
}

export interface ServerSupervision {
  readonly program: string;
  readonly args: readonly string[];
  /**
   * A folder for the compiled modules, which halve the time of a start. Only the owner of the code
   * may write to it, because the server executes what it holds; unwritable, it stays unused.
   */
  readonly compileCache: string;
  readonly say: (line: string) => void;
  /** Stops what a killed server left running. */
  readonly cleanUp: () => Promise<void>;
}

const exitCodeOf = ({ code, signal }: Pick<Ending, 'code' | 'signal'>): number =>
  code ?? 128 + (signal === null ? 0 : constants.signals[signal]);

const describe = ({ code, signal }: Ending): string => signal ?? `exit code ${code}`;

/** Handles SIGINT and SIGTERM: the first asks the server to stop, a second one kills it. */
const createStopping = () => {
  let child: ChildProcess | undefined;
  let signalled: StopSignal | undefined;
  let endPause: (() => void) | undefined;
  let forced = false;
  onInterrupt(
    (signal) => {
      signalled = signal;
      child?.kill(signal);
      endPause?.();
    },
    () => {
      forced = true;
      child?.kill('SIGKILL');
    },
  );
  return {
    isRequested: (): boolean => signalled !== undefined,
    /** The server's own exit code, except if our signal ended it. */
    exitCode: ({ code, signal }: Ending): number => {
      if (signal === null || signalled === undefined) return exitCodeOf({ code, signal });
      if (forced) return exitCodeOf({ code: null, signal: signalled });
      // It had not yet handled the signal, so nothing had started.
      return signal === signalled ? 0 : exitCodeOf({ code, signal });
    },
    watch: (next: ChildProcess): void => void (child = next),
    /** Waits, unless a stop is requested meanwhile. */
    pause: (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        endPause = () => {
          clearTimeout(timer);
          resolve();
        };
        if (signalled !== undefined) endPause();
      }),
  };
};

const runOnce = (
  { program, args, compileCache }: ServerSupervision,
  watch: (child: ChildProcess) => void,
): Promise<Ending> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    let ready = false;
    const child = fork(program, args, {
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
    });
    watch(child);
    child.on('message', (message) => {
      if (message === READY) ready = true;
    });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      resolve({ code, signal, ready, livedMs: performance.now() - began }),
    );
  });

/**
 * Runs the server and restarts it when it dies after it has served. Returns the exit code once the
 * server ended on request, or could not be started, because a restart would not correct wrong
 * settings.
 *
 * The embedded PostgreSQL keeps running meanwhile, and the next server adopts it.
 */
export const superviseServer = async (supervision: ServerSupervision): Promise<number> => {
  const { say, cleanUp } = supervision;
  const stopping = createStopping();
  let served = false;
  let deaths = 0;
  for (;;) {
    const ending = await runOnce(supervision, stopping.watch);
    served ||= ending.ready;
    if (ending.code === 0) return 0;
    if (stopping.isRequested() || !served) {
      if (served || ending.signal !== null) await cleanUp();
      return stopping.exitCode(ending);
    }
    deaths = ending.ready && ending.livedMs >= STEADY_MS ? 1 : deaths + 1;
    const delay = restartDelay(deaths);
    const when = delay === 0 ? 'now' : `in ${delay / 1_000} s`;
    say(`The server ended (${describe(ending)}); starting it again ${when}.`);
    await stopping.pause(delay);
    if (stopping.isRequested()) {
      await cleanUp();
      return 0;
    }
  }
};
