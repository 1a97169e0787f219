import type { Clock } from '#platform/clock.ts';
import { CallError } from '#platform/http/errors.ts';

export interface AllowanceOptions {
  readonly calls: number;
  readonly perMs: number;
  readonly clock: Clock;
}

/**
 * Counts what each person has done within the last while, on this node alone. Throws `rate_limited` with
 * the time to wait where it was too much.
 */
export const createAllowance = ({ calls, perMs, clock }: AllowanceOptions) => {
  const times = new Map<string, readonly number[]>();
  return (who: string): void => {
    const since = clock.now() - perMs;
    for (const [other, known] of times) {
      if ((known.at(-1) ?? 0) <= since) times.delete(other);
    }
    const recent = (times.get(who) ?? []).filter((time) => time > since);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= calls) {
      throw new CallError('rate_limited', {
        retryAfter: Math.max(1, Math.ceil((oldest - since) / 1_000)),
      });
    }
    times.set(who, [...recent, clock.now()]);
  };
};
