import { expect, test } from 'vitest';
import { CallError } from '#platform/http/errors.ts';
import { ARGON2, createPasswordHasher, DUMMY_HASH } from './password-hasher.ts';

const parameters = (hash: string): string => hash.split('$').slice(0, 4).join('$');

test('hashes by Argon2id with the documented parameters, and the dummy hash by the same', async () => {
  const hash = await createPasswordHasher().hash('zebra-lamp-4217');
  expect(parameters(hash)).toBe(
    `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}`,
  );
  expect(parameters(DUMMY_HASH)).toBe(parameters(hash));
});

test('recognises a hash made with other parameters', async () => {
  const hasher = createPasswordHasher();
  expect(hasher.isOutdated(await hasher.hash('zebra-lamp-4217'))).toBe(false);
  for (const changed of [
    DUMMY_HASH.replace('m=65536', 'm=19456'),
    DUMMY_HASH.replace('t=4', 't=40'),
    DUMMY_HASH.replace('p=1', 'p=2'),
    DUMMY_HASH.replace('argon2id', 'argon2i'),
  ])
    expect(hasher.isOutdated(changed)).toBe(true);
});

test('matches a password however its letters are composed', async () => {
  const hasher = createPasswordHasher();
  const hash = await hasher.hash('Чай\u0306ника-Йод'.normalize('NFD'));
  expect(await hasher.verify('Чай\u0306ника-Йод'.normalize('NFC'), hash)).toBe(true);
  expect(await hasher.verify('чайника-йод', hash)).toBe(false);
});

test('nothing matches an account that does not exist', async () => {
  expect(await createPasswordHasher().verify('anything', null)).toBe(false);
});

test('work that would wait too long is rejected, and work in the queue completes', async () => {
  const hasher = createPasswordHasher(1, 2);
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map((n) => hasher.hash(`password ${n}`)));
  expect(outcomes.map((outcome) => outcome.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
  const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(rejected?.reason).toBeInstanceOf(CallError);
  expect(rejected?.reason).toMatchObject({ code: 'overloaded', retryAfter: 5 });
  await hasher.hash('the queue is empty again');
});
