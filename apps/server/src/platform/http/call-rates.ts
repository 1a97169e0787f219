import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallRate } from '@izgodno/contract/common/call-limit';
import { isRecent, type Clock } from '../clock.ts';
import { networkLevelsOf, networkShares } from '../ip-network.ts';
import type { Principal } from './authentication.ts';
import { CallError } from './errors.ts';

/** A rate limit. */
interface Rate {
  readonly tries: number;
  readonly windowMs: number;
}

export interface RateWindows {
  /** Counts one call under this key. Throws `rate_limited` with the time to wait. */
  take(rate: Rate, key: string): void;
}

/** Above this number of keys, those whose window has ended are removed. */
const SWEEP_ABOVE = 10_000;

interface Window {
  count: number;
  readonly beganAt: number;
  readonly windowMs: number;
}

/**
 * Counts on this node alone, because storing each call would cost more than several nodes allowing
 * a little more than one.
 */
export const createRateWindows = (clock: Clock): RateWindows => {
  const windows = new Map<string, Window>();
  let sweepAbove = SWEEP_ABOVE;

  const sweep = (now: number): void => {
    for (const [key, { beganAt, windowMs }] of windows) {
      if (!isRecent(beganAt, now, windowMs)) windows.delete(key);
    }
    // The next sweep comes after as many new keys as are left, so that a large map is not scanned
    // at each call.
    sweepAbove = Math.max(SWEEP_ABOVE, 2 * windows.size);
  };

  return {
    take({ tries, windowMs }, key) {
      const now = clock.now();
      const known = windows.get(key);
      const window =
        known === undefined || !isRecent(known.beganAt, now, windowMs)
          ? { count: 0, beganAt: now, windowMs }
          : known;
      windows.set(key, window);
      window.count += 1;
      if (windows.size > sweepAbove) sweep(now);
      if (window.count > tries) {
        throw new CallError('rate_limited', {
          retryAfter: Math.max(1, Math.ceil((window.beganAt + windowMs - now) / 1_000)),
        });
      }
    },
  };
};

declare module 'fastify' {
  interface FastifyInstance {
    rateWindows: RateWindows;
  }
}

/** Sets the rate windows of the application's calls. */
export const registerRateWindows = (app: FastifyInstance, clock: Clock): void => {
  app.decorate('rateWindows', createRateWindows(clock));
};

/** A rate with what it counts by: an account, or the networks of an IP, the narrowest first. */
const countedBy = (
  { key, tries, windowMs }: CallRate,
  ip: string,
  who: Principal | null,
): readonly (Rate & { readonly whose: string })[] => {
  if (key === 'account') return who === null ? [] : [{ tries, windowMs, whose: who.id }];
  return networkLevelsOf(ip).map(({ level, network }) => ({
    tries: tries * networkShares[level],
    windowMs,
    whose: network,
  }));
};

/**
 * Counts one call by each of its own rates. A caller who is not signed in has no account to count.
 */
export const takeRates = (
  rates: readonly CallRate[],
  request: FastifyRequest,
  who: Principal | null,
): void => {
  const { method, url } = request.routeOptions;
  for (const rate of rates)
    for (const { whose, ...counted } of countedBy(rate, request.ip, who))
      request.server.rateWindows.take(
        counted,
        `${String(method)} ${url} ${rate.windowMs} ${rate.key} ${whose}`,
      );
};
