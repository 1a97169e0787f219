import { hash as realHash, verify as realVerify, type Options } from '@node-rs/argon2';

// Replaces `@node-rs/argon2` in the product that `npm run fuzz` starts: the same library with the
// least work. The real work, 80 ms a password, would leave a long run little time for anything
// else.

const CHEAPEST = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const satisfies Options;
/** Replaces the dummy hash that accounts without a password are compared with. */
const NO_PASSWORD = await realHash(crypto.randomUUID(), CHEAPEST);

export const hash = (password: string): Promise<string> => realHash(password, CHEAPEST);

export const verify = (expected: string, password: string): Promise<boolean> =>
  realVerify(expected.includes('$m=8,') ? expected : NO_PASSWORD, password);
