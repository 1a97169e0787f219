import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createGate } from '#platform/gate.ts';
import { CallError } from '#platform/http/errors.ts';

/**
 * Argon2id, the library's default variant: 64 MiB, 4 passes, 1 lane. Above the least that OWASP
 * names (19 MiB, 2 passes); docs/security.md gives the time it takes.
 */
export const ARGON2 = { memoryCost: 64 * 1024, timeCost: 4, parallelism: 1 } as const;

/** How a hash by `ARGON2` begins, before its salt. */
const PARAMETERS = `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}$`;

/** Half of the processors: sign-ins, however many, leave the rest to everyone else. */
const CONCURRENT_HASHES = Math.max(1, Math.floor(availableParallelism() / 2));
/** Who would wait behind this many is told to come again: about five seconds at 80 ms each. */
const MAX_WAITING = 64;
const RETRY_AFTER_SECONDS = 5;

/** A hash by `ARGON2` of a random password that was thrown away. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=65536,t=4,p=1$iP5kt5A/J6y1as98XHN+nQ$mSLhgDI/H5B2x2A610AykW5k186/3n+EkygxL7JpDGc';

/** Hashes a few passwords at a time. `hash` and `verify` throw `overloaded` where too many wait already. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Against null, an account that does not exist, it works as long and says false. */
  verify(password: string, expected: string | null): Promise<boolean>;
  /** Whether it was made with other parameters than hashes are now. */
  isOutdated(existing: string): boolean;
}

// Keyboards differ in how they compose letters such as й.
const normalise = (password: string): string => password.normalize('NFKC');

export const createPasswordHasher = (
  concurrency = CONCURRENT_HASHES,
  maxWaiting = MAX_WAITING,
): PasswordHasher => {
  const gate = createGate(concurrency);
  const enqueue = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (gate.waiting >= maxWaiting)
      throw new CallError('overloaded', { retryAfter: RETRY_AFTER_SECONDS });
    return gate.pass(work);
  };
  return {
    hash: (password) => enqueue(() => hash(normalise(password), ARGON2)),
    verify: (password, expected) =>
      enqueue(async () => {
        const matches = await verify(expected ?? DUMMY_HASH, normalise(password));
        return matches && expected !== null;
      }),
    isOutdated: (existing) => !existing.startsWith(PARAMETERS),
  };
};
