import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createFairSemaphore, type Priority } from '#platform/fair-semaphore.ts';
import { CallError } from '#platform/http/errors.ts';

/**
 * Argon2id, the library's default variant: 64 MiB, 4 passes, 1 lane. More than the minimum of OWASP
 * (19 MiB, 2 passes); docs/security.md gives the time it takes.
 */
export const ARGON2 = { memoryCost: 64 * 1024, timeCost: 4, parallelism: 1 } as const;

/** Half of the processors, so that any number of sign-ins leaves the rest to other work. */
const CONCURRENT_HASHES = Math.max(1, Math.floor(availableParallelism() / 2));
/**
 * Work with more calls before it than this, per slot, is rejected: about eight seconds at 80 ms
 * each, because pages wait at most ten for a response.
 */
const MAX_QUEUED = 100;
const RETRY_AFTER_SECONDS = 5;

/** A hash by `ARGON2` of a random, discarded password. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=65536,t=4,p=1$iP5kt5A/J6y1as98XHN+nQ$mSLhgDI/H5B2x2A610AykW5k186/3n+EkygxL7JpDGc';

/** Work of unknown origin. */
const NO_ORIGIN: Priority = { line: 'other', share: '' };

/**
 * Hashes a few passwords at a time. `hash` and `verify` throw `overloaded` if the wait would be too
 * long.
 */
export interface PasswordHasher {
  hash(password: string, priority?: Priority): Promise<string>;
  /** For null, an account that does not exist, it takes as long and returns false. */
  verify(password: string, expected: string | null, priority?: Priority): Promise<boolean>;
  /** Whether the hash was made with other parameters than the present ones. */
  isOutdated(existing: string): boolean;
}

/** The work itself. */
export interface PasswordWork {
  hash(password: string): Promise<string>;
  verify(expected: string, password: string): Promise<boolean>;
  /** How its hashes begin, before the salt. */
  readonly prefix: string;
}

/** Argon2id by these parameters; `memoryCost` is in KiB. */
export const argon2With = (parameters: Record<keyof typeof ARGON2, number>): PasswordWork => ({
  hash: (password) => hash(password, parameters),
  verify: (expected, password) => verify(expected, password),
  prefix: `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`,
});

// Keyboards differ in how they compose letters such as й.
const normalise = (password: string): string => password.normalize('NFKC');

export const createPasswordHasher = (
  concurrency = CONCURRENT_HASHES,
  maxWaiting = MAX_QUEUED * concurrency,
  work = argon2With(ARGON2),
): PasswordHasher => {
  const semaphore = createFairSemaphore(concurrency);
  const enqueue = async <Result>(
    priority: Priority,
    task: () => Promise<Result>,
  ): Promise<Result> => {
    if (semaphore.waitingBefore(priority) > maxWaiting)
      throw new CallError('overloaded', { retryAfter: RETRY_AFTER_SECONDS });
    return semaphore.run(priority, task);
  };
  return {
    hash: (password, priority = NO_ORIGIN) =>
      enqueue(priority, () => work.hash(normalise(password))),
    verify: (password, expected, priority = NO_ORIGIN) =>
      enqueue(priority, async () => {
        const matches = await work.verify(expected ?? DUMMY_HASH, normalise(password));
        return matches && expected !== null;
      }),
    isOutdated: (existing) => !existing.startsWith(work.prefix),
  };
};
