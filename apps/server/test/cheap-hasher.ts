import type { PasswordHasher } from '#features/accounts/password-hasher.ts';

/** For tests that are not about passwords: costs nothing. */
export const cheapHasher: PasswordHasher = {
  hash: async (password) => `plain:${password}`,
  verify: async (password, hash) => hash === `plain:${password}`,
  isOutdated: () => false,
};
