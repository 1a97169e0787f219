import { readStored } from '#shared/storage.ts';

/** Where the access token may lie in local storage, in order (specification, section 3). */
const TOKEN_KEYS = ['accessToken', 'authToken', 'token'] as const;

export const readToken = (): string | null => {
  for (const key of TOKEN_KEYS) {
    const token = readStored(key);
    if (token !== null && token !== '') return token;
  }
  return null;
};
