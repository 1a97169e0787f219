import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallRate } from '@izgodno/contract/common/call-limit';
import type { Clock } from '../clock.ts';
import { networkOf } from '../networks.ts';
import type { Principal } from './authentication.ts';
import { CallError } from './errors.ts';

/** A bound on how often something is done. */
export interface Rate {
  readonly tries: number;
  readonly windowMs: number;
}

export interface RateWindows {
  /** Counts one more under this key. Throws `rate_limited` with the time to wait. */
  take(rate: Rate, key: string): void;
}

/** When this many are counted, those whose window is over are forgotten. */
const SWEEP_ABOVE = 10_000;

/**
 * Counts on this node alone: to write each call down would cost more than several nodes allowing a
 * little more than one.
 */
export const createRateWindows = (clock: Clock): RateWindows => {
  const windows = new Map<string, { count: number; endsAt: number }>();
  let sweepAbove = SWEEP_ABOVE;

  const sweep = (now: number): void => {
    for (const [key, { endsAt }] of windows) {
      if (endsAt <= now) windows.delete(key);
    }
    // Looked through again once as many have come as are left: a crowd is not looked through at each call.
    sweepAbove = Math.max(SWEEP_ABOVE, 2 * windows.size);
  };

  return {
    take({ tries, windowMs }, key) {
      const now = clock.now();
      const known = windows.get(key);
      const window =
        known === undefined || known.endsAt <= now ? { count: 0, endsAt: now + windowMs } : known;
      windows.set(key, window);
      window.count += 1;
      if (windows.size > sweepAbove) sweep(now);
      if (window.count > tries) {
        throw new CallError('rate_limited', {
          retryAfter: Math.max(1, Math.ceil((window.endsAt - now) / 1_000)),
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

/** Gives the calls of the application where they count. */
export const registerRateWindows = (app: FastifyInstance, clock: Clock): void => {
  app.decorate('rateWindows', createRateWindows(clock));
};

/** Counts one call by each rate of its own. A stranger has no account that could be counted. */
export const takeRates = (
  rates: readonly CallRate[],
  request: FastifyRequest,
  who: Principal | null,
): void => {
  const { method, url } = request.routeOptions;
  for (const rate of rates) {
    const whose = rate.key === 'account' ? who?.id : networkOf(request.ip);
    if (whose !== undefined)
      request.server.rateWindows.take(
        rate,
        `${String(method)} ${url} ${rate.windowMs} ${rate.key} ${whose}`,
      );
  }
};
