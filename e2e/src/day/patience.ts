import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How long a wait for a control or a page may take, and all devices to be equal after the last act,
 * in milliseconds: the drill compares what devices show, and not how fast, also on a machine that
 * does other work.
 */
export const PATIENCE_MS = 120_000;
/** How long an act or a comparison with all its waits may take, in milliseconds. */
const WHOLE_MS = 3 * PATIENCE_MS;

/** Fails if work does not end, such as a script of a page, which has no time limit of its own. */
export const inTime = async <Result>(name: string, work: Promise<Result>): Promise<Result> => {
  const ended = new AbortController();
  const late = sleep(WHOLE_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`${name} did not end within ${WHOLE_MS / 1_000} s.`);
  });
  // The end of the work ends the wait.
  late.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
  }
};
