/** The part of `Storage` that is needed, so that tests bring their own. */
export interface KeyValues {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
  readonly removeItem: (key: string) => void;
}

/** Where the token lies (specification, section 3): it is written to the first, and read from all. */
export const ACCESS_TOKEN_KEYS = ['accessToken', 'authToken', 'token'] as const;

// By itself, as every call needs it, and few visitors need the rest of the session.
export const readAccessToken = (values: KeyValues): string | null =>
  ACCESS_TOKEN_KEYS.map((key) => values.getItem(key)).find((token) => token) ?? null;
