import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import type { Priority } from '#platform/fair-semaphore.ts';
import { CallError } from '#platform/http/errors.ts';
import { networkLevelsOf, type NetworkLevel } from '#platform/ip-network.ts';
import type { AccountsContext, Origin } from './accounts-context.ts';
import { forgiveAttempts, leaveCounted, takeAttempt } from './attempt-limits.ts';
import { isKnownDevice } from './known-devices.ts';

// Slows guessing without locking owners out: wrong passwords count per account and network, and a
// known browser counts by itself.

/** The number of wrong passwords for one account after which a network is blocked. */
const FREE_TRIES: Readonly<Record<NetworkLevel, number>> = {
  ip: 5,
  site: 10,
  block: 20,
};
/** The first block; each further wrong password doubles it up to the maximum. */
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 15 * MINUTE_MS;
/** The end of no block: a moment before the clock of every node, which may be behind another's. */
const UNBLOCKED = new Date(0);
/** Wrong passwords count until there was none for this long. */
const ERASE_AFTER_MS = DAY_MS;

/** An attempt whose password may be verified. */
export interface AdmittedAttempt {
  /** Its position in the queue of the hasher. */
  readonly priority: Priority;
  /** Uncounts it as a wrong password. Never fails. */
  readonly succeeded: () => Promise<void>;
}

const subjectOf = (email: string, network: string): Buffer =>
  createHash('sha256').update(`sign-in:${network}:${email}`).digest();

const delay = async (
  { database, clock, logger }: AccountsContext,
  email: string,
  network: string,
  free: number,
): Promise<void> => {
  const now = clock.now();
  const at = new Date(now);
  const pause = sql`least(${LONGEST_PAUSE_MS}::float8, ${FIRST_PAUSE_MS} * 2.0 ^ least(sign_in_delays.count + 1 - ${free}, 30))`;
  const [counted] = await database
    .insertInto('sign_in_delays')
    .values({
      subject: subjectOf(email, network),
      count: 1,
      blocked_until: UNBLOCKED,
      forget_at: new Date(now + ERASE_AFTER_MS),
    })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          count: sql`CASE WHEN sign_in_delays.forget_at <= ${at} THEN 1 ELSE sign_in_delays.count + 1 END`,
          blocked_until: sql`CASE WHEN sign_in_delays.forget_at <= ${at} OR sign_in_delays.count + 1 < ${free}
            THEN ${UNBLOCKED}::timestamptz
            ELSE ${at}::timestamptz + ${pause} * interval '1 millisecond' END`,
          forget_at: new Date(now + ERASE_AFTER_MS),
        })
        // A current block is neither counted nor extended.
        .where('sign_in_delays.blocked_until', '<=', at),
    )
    .returning('count')
    .execute();
  if (counted !== undefined) return;
  const row = await database
    .selectFrom('sign_in_delays')
    .select('blocked_until')
    .where('subject', '=', subjectOf(email, network))
    .executeTakeFirst();
  logger.warn({ event: 'rate_limited', limit: 'signInDelay' }, 'too many wrong passwords');
  const waitMs = (row?.blocked_until.getTime() ?? now) - now;
  throw new CallError('rate_limited', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
};

/** Counts a try as wrong before its password is verified. Throws `rate_limited`. */
export const admitAttempt = async (
  accounts: AccountsContext,
  email: string,
  { ip, deviceToken }: Origin,
): Promise<AdmittedAttempt> => {
  const { database, clock } = accounts;
  const networks = networkLevelsOf(ip);
  if (deviceToken !== null && (await isKnownDevice(database, deviceToken, email, clock.now()))) {
    const device = `${deviceToken}:${email}`;
    await takeAttempt(accounts, 'loginByDevice', device);
    return {
      priority: { line: 'known', share: deviceToken },
      succeeded: () => forgiveAttempts(accounts, 'loginByDevice', device),
    };
  }
  await takeAttempt(accounts, 'loginByNetwork', ip);
  for (const { level, network } of networks)
    await delay(accounts, email, network, FREE_TRIES[level]);
  return {
    priority: { line: 'other', share: networks.at(-1)?.network ?? ip },
    succeeded: async () => {
      const subjects = networks.map(({ network }) => subjectOf(email, network));
      await database
        .deleteFrom('sign_in_delays')
        .where('subject', 'in', subjects)
        .execute()
        .catch(leaveCounted(accounts));
    },
  };
};

export const sweepSignInDelays = async ({ database, clock }: AccountsContext): Promise<void> => {
  await database
    .deleteFrom('sign_in_delays')
    .where('forget_at', '<=', new Date(clock.now()))
    .execute();
};
