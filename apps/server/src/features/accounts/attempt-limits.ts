import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import { CallError } from '#platform/http/errors.ts';
import { networkLevelsOf, networkShares } from '#platform/ip-network.ts';
import type { AccountsContext } from './accounts-context.ts';

/** The tries a window allows. Networks have more, because a household or an office shares one. */
const attemptLimits = {
  /** For one account in one browser that has signed in to it before. */
  loginByDevice: { per: 'account', tries: 10, windowMs: 15 * MINUTE_MS },
  loginByNetwork: { per: 'network', tries: 100, windowMs: 15 * MINUTE_MS },
  registerByNetwork: { per: 'network', tries: 30, windowMs: 60 * MINUTE_MS },
  passwordByAccount: { per: 'account', tries: 10, windowMs: 15 * MINUTE_MS },
  mailLinkByNetwork: { per: 'network', tries: 20, windowMs: 60 * MINUTE_MS },
  mailLinkByAccount: { per: 'account', tries: 3, windowMs: 60 * MINUTE_MS },
  mailTokenByNetwork: { per: 'network', tries: 30, windowMs: 15 * MINUTE_MS },
  // Ten guesses an hour of six digits, three of them valid: 0.07 % a day.
  secondFactorByAccount: { per: 'account', tries: 10, windowMs: 60 * MINUTE_MS },
  passkeyByNetwork: { per: 'network', tries: 300, windowMs: 15 * MINUTE_MS },
  /** By email address: an unproven one gets one mail a day. */
  mailToUnproven: { per: 'account', tries: 1, windowMs: DAY_MS },
  emailChangeByAccount: { per: 'account', tries: 5, windowMs: DAY_MS },
} as const satisfies Record<
  string,
  { per: 'account' | 'network'; tries: number; windowMs: number }
>;

export type LimitName = keyof typeof attemptLimits;

interface Counted {
  readonly subject: Buffer;
  readonly tries: number;
}

/** The keys a try counts against, the narrowest first. */
const countedBy = (limit: LimitName, who: string): readonly Counted[] => {
  const { per, tries } = attemptLimits[limit];
  const subjectOf = (name: string): Buffer =>
    createHash('sha256').update(`${limit}:${name}`).digest();
  if (per === 'account') return [{ subject: subjectOf(who), tries }];
  return networkLevelsOf(who).map(({ level, network }) => ({
    subject: subjectOf(network),
    tries: tries * networkShares[level],
  }));
};

const count = async (
  { database, clock, logger }: AccountsContext,
  limit: LimitName,
  { subject, tries }: Counted,
): Promise<void> => {
  const { windowMs } = attemptLimits[limit];
  const now = clock.now();
  const at = new Date(now);
  const { count, resets_at } = await database
    .insertInto('attempts')
    .values({ subject, count: 1, resets_at: new Date(now + windowMs) })
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
};

/**
 * Counts one try before it is made, in the database, so that one limit applies to all nodes. `who`
 * is an account, or an IP where a limit is per network. Throws `rate_limited` with the time to wait.
 */
export const takeAttempt = async (
  accounts: AccountsContext,
  limit: LimitName,
  who: string,
): Promise<void> => {
  for (const counted of countedBy(limit, who)) await count(accounts, limit, counted);
};

/** Like `takeAttempt`, for background work: returns false over the limit. */
export const allowsAttempt = async (
  accounts: AccountsContext,
  limit: LimitName,
  who: string,
): Promise<boolean> => {
  try {
    await takeAttempt(accounts, limit, who);
    return true;
  } catch (error) {
    if (error instanceof CallError && error.code === 'rate_limited') return false;
    throw error;
  }
};

/** For errors after a success, which is final: the user must learn of it. */
export const leaveCounted =
  ({ logger }: AccountsContext) =>
  (err: unknown): void =>
    logger.warn({ err }, 'tries of a user who succeeded stay counted');

/** Clears the tries of a user who succeeded. Never fails. */
export const forgiveAttempts = async (
  accounts: AccountsContext,
  limit: LimitName,
  who: string,
): Promise<void> => {
  const subjects = countedBy(limit, who).map(({ subject }) => subject);
  await accounts.database
    .deleteFrom('attempts')
    .where('subject', 'in', subjects)
    .execute()
    .catch(leaveCounted(accounts));
};

/** Deletes expired counts. */
export const sweepAttempts = async ({ database, clock }: AccountsContext): Promise<void> => {
  await database.deleteFrom('attempts').where('resets_at', '<=', new Date(clock.now())).execute();
};
