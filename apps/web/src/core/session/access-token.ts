import type { KeyValues } from '#shared/storage.ts';

/** Where the token lies (specification, section 3): it is written to the first, and read from all. */
export const ACCESS_TOKEN_KEYS = ['accessToken', 'authToken', 'token'] as const;

// By itself, as every call needs it, and few visitors need the rest of the session.
export const readAccessToken = (values: KeyValues): string | null =>
  ACCESS_TOKEN_KEYS.map((key) => values.getItem(key)).find((token) => token) ?? null;
