import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { CallError } from '#platform/http/errors.ts';
import { networkOf } from '#platform/networks.ts';

/** How many tries a window allows. Networks have more: a household or an office shares one. */
export const attemptLimits = {
  loginByAccount: { per: 'account', tries: 10, windowMs: 15 * MINUTE_MS },
  loginByNetwork: { per: 'network', tries: 100, windowMs: 15 * MINUTE_MS },
  registerByNetwork: { per: 'network', tries: 30, windowMs: 60 * MINUTE_MS },
  passwordByAccount: { per: 'account', tries: 10, windowMs: 15 * MINUTE_MS },
  mailLinkByNetwork: { per: 'network', tries: 20, windowMs: 60 * MINUTE_MS },
  mailLinkByAccount: { per: 'account', tries: 3, windowMs: 60 * MINUTE_MS },
  mailTokenByNetwork: { per: 'network', tries: 30, windowMs: 15 * MINUTE_MS },
  emailChangeByAccount: { per: 'account', tries: 5, windowMs: 24 * 60 * MINUTE_MS },
} as const satisfies Record<
  string,
  { per: 'account' | 'network'; tries: number; windowMs: number }
>;

export type LimitName = keyof typeof attemptLimits;

export interface AttemptLimiter {
  /**
   * Counts one try before it is made. `who` is an account or, where a limit is per network, an
   * address in it. Throws `rate_limited` with the time to wait where there were too many.
   */
  take(limit: LimitName, who: string): Promise<void>;
  /** Forgets the tries of somebody who has succeeded since. */
  forgive(limit: LimitName, who: string): Promise<void>;
  /** Drops what no longer counts. */
  sweep(): Promise<void>;
}

const digest = (limit: LimitName, who: string): Buffer => {
  const subject = attemptLimits[limit].per === 'network' ? networkOf(who) : who;
  return createHash('sha256').update(`${limit}:${subject}`).digest();
};

/** Counts in the database, so that one limit holds over all nodes. */
export const createAttemptLimiter = (
  database: Database,
  clock: Clock,
  logger: FastifyBaseLogger,
): AttemptLimiter => ({
  async take(limit, who) {
    const { tries, windowMs } = attemptLimits[limit];
    const now = clock.now();
    const at = new Date(now);
    const { count, resets_at } = await database
      .insertInto('attempts')
      .values({ subject: digest(limit, who), count: 1, resets_at: new Date(now + windowMs) })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet({
          count: sql`CASE WHEN attempts.resets_at <= ${at} THEN 1 ELSE attempts.count + 1 END`,
          resets_at: sql`CASE WHEN attempts.resets_at <= ${at} THEN excluded.resets_at ELSE attempts.resets_at END`,
        }),
      )
      .returning(['count', 'resets_at'])
      .executeTakeFirstOrThrow();
    if (count > tries) {
      logger.warn({ event: 'rate_limited', limit, count }, 'too many tries');
      throw new CallError('rate_limited', {
        retryAfter: Math.max(1, Math.ceil((resets_at.getTime() - now) / 1000)),
      });
    }
  },

  async forgive(limit, who) {
    await database.deleteFrom('attempts').where('subject', '=', digest(limit, who)).execute();
  },

  async sweep() {
    await database.deleteFrom('attempts').where('resets_at', '<=', new Date(clock.now())).execute();
  },
});
