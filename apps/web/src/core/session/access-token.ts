// A module of its own, because every call reads the token but few visitors need the rest of the
// session.
import type { KeyValues } from '#shared/storage.ts';

/**
 * Storage keys of the token (specification, section 3): it is written to the first and read from
 * all.
 */
export const ACCESS_TOKEN_KEYS = ['accessToken', 'authToken', 'token'] as const;
export const USER_KEY = 'user';

export const readAccessToken = (values: KeyValues): string | null =>
  ACCESS_TOKEN_KEYS.map((key) => values.getItem(key)).find((token) => token) ?? null;
