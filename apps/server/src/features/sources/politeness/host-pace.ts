import { RecentMap } from '#platform/recent-map.ts';
import { ImportError } from '../pipeline/import-error.ts';
import { unlessAborted, type Timing } from './timing.ts';

/**
 * Milliseconds between two requests to a web site that asks for no other pause, and the largest
 * random addition.
 */
const GAP = 1_500;
const JITTER = 500;

/**
 * The longest `Crawl-delay` honoured, in milliseconds, because a longer one would never let a
 * reading end.
 */
const GREATEST_GAP = 30_000;

/**
 * Readings that wait for one host at a time. Further ones are postponed, because they would take
 * the slots of readings whose hosts are free.
 */
const MAX_WAITING = 4;
/** The longest wait for a host, in milliseconds. */
const LONGEST_WAIT = 300_000;

/** Hosts whose pauses are kept: as many as hosts whose robots.txt is, which sets them. */
export const MAX_HOSTS = 500;

const busy = (host: string): ImportError =>
  new ImportError('SOURCE_BUSY', `Other readings wait for ${host}.`);

/** Releases the host; the next request follows after the gap. */
export type Release = () => void;

/** Serialises requests to each host, with a pause between two, across all callers. */
export interface HostPace {
  /**
   * Acquires the host; resolves in turn. The host is released by the result, or when the signal is
   * aborted. Rejects with `SOURCE_BUSY` or the signal's reason.
   */
  readonly acquire: (host: string, signal: AbortSignal) => Promise<Release>;
  /**
   * Sets the pause that a site asks for, in milliseconds, if it is longer than ours. Set it before
   * each request, because those of hosts not used for long are forgotten.
   */
  readonly keepGap: (host: string, gap: number) => void;
}

/** The callers of one host. */
export interface Line {
  /** Resolves when the last waiting caller has finished. */
  last: Promise<void>;
  freeAt: number;
  waiting: number;
}

/** Whether a line can be forgotten. A longer pause than any is from before the clock was set back. */
const isIdle = ({ waiting, freeAt }: Line, now: number): boolean =>
  waiting === 0 && (freeAt <= now || freeAt > now + GREATEST_GAP + JITTER);

/** `lines`: those of the hosts in use, for tests. */
export const createHostPace = (
  { clock, sleep, random }: Timing,
  lines = new Map<string, Line>(),
): HostPace => {
  const gaps = new RecentMap<string, number>(MAX_HOSTS);

  const openLine = (host: string): Line => {
    const now = clock.now();
    for (const [other, line] of lines) if (isIdle(line, now)) lines.delete(other);
    const line = { last: Promise.resolve(), freeAt: 0, waiting: 0 };
    lines.set(host, line);
    return line;
  };

  return {
    async acquire(host, signal) {
      const line = lines.get(host) ?? openLine(host);
      if (line.waiting >= MAX_WAITING) throw busy(host);
      line.waiting += 1;
      const before = line.last;
      const slot = Promise.withResolvers<void>();
      // A caller that cancels while it waits must not let the next one overtake earlier ones.
      line.last = before.then(() => slot.promise);

      const leave = (): void => {
        line.waiting -= 1;
        slot.resolve();
      };
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(busy(host)), LONGEST_WAIT);
      try {
        await unlessAborted(before, AbortSignal.any([signal, late.signal]));
        // No more than a gap, also if the clock was set back since.
        const wait = Math.min(line.freeAt - clock.now(), (gaps.get(host) ?? GAP) + JITTER);
        if (wait > 0) await sleep(wait, signal);
      } catch (error) {
        leave();
        throw error;
      } finally {
        clearTimeout(timer);
      }
      let released = false;
      const release = (): void => {
        if (released) return;
        released = true;
        signal.removeEventListener('abort', release);
        line.freeAt = clock.now() + (gaps.get(host) ?? GAP) + random() * JITTER;
        leave();
      };
      // A reading that has ended holds no host, even if it left a response unread.
      signal.addEventListener('abort', release, { once: true });
      return release;
    },
    keepGap(host, gap) {
      if (gap > GAP) gaps.set(host, Math.min(gap, GREATEST_GAP));
      else gaps.delete(host);
    },
  };
};
