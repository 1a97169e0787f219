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

/** Releases the host; the next request follows after the gap. */
export type Release = () => void;

/** Serialises requests to each host, with a pause between two, across all callers. */
export interface HostPace {
  /** Acquires the host; resolves in turn. Rejects with the signal's reason. */
  readonly takeTurn: (host: string, signal: AbortSignal) => Promise<Release>;
  /** Sets the pause that a site asks for, in milliseconds, if it is longer than ours. */
  readonly keepGap: (host: string, gap: number) => void;
}

export const createHostPace = ({ clock, sleep, random }: Timing): HostPace => {
  interface Line {
    /** Resolves when the last waiting caller has finished. */
    last: Promise<void>;
    freeAt: number;
    waiting: number;
  }
  const lines = new Map<string, Line>();
  const gaps = new Map<string, number>();

  return {
    async takeTurn(host, signal) {
      const line = lines.get(host) ?? { last: Promise.resolve(), freeAt: 0, waiting: 0 };
      lines.set(host, line);
      line.waiting += 1;
      const before = line.last;
      const turn = Promise.withResolvers<void>();
      // A caller that cancels while it waits must not let the next one overtake earlier ones.
      line.last = before.then(() => turn.promise);

      const leave = (): void => {
        line.waiting -= 1;
        if (line.waiting === 0 && line.freeAt <= clock.now()) lines.delete(host);
        turn.resolve();
      };
      try {
        await unlessAborted(before, signal);
        const wait = line.freeAt - clock.now();
        if (wait > 0) await sleep(wait, signal);
      } catch (error) {
        leave();
        throw error;
      }
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        line.freeAt = clock.now() + (gaps.get(host) ?? GAP) + random() * JITTER;
        leave();
      };
    },
    keepGap(host, gap) {
      if (gap > GAP) gaps.set(host, Math.min(gap, GREATEST_GAP));
      else gaps.delete(host);
    },
  };
};
