import { parsePayload } from '@izgodno/contract/common/parse-json';
import { roles, type User } from '@izgodno/contract/accounts/session';
import * as z from 'zod/mini';
import type { KeyValues } from '#shared/storage.ts';
import { ACCESS_TOKEN_KEYS, readAccessToken, USER_KEY } from './access-token.ts';
import { ACCESS_TOKEN_LIFETIME_MS, CLOCK_TOLERANCE_MS } from './limits.ts';
import { endReasons, type EndReason, type Session, type StoredState } from './state.ts';

/** Keys of the specification, section 3. */
const EXPIRATION_KEY = 'accessTokenExpiration';
const REFRESH_TOKEN_KEY = 'refreshToken';
/** Not in the specification: the token's lifetime, which the proportional policy needs. */
const LIFETIME_KEY = 'accessTokenLifetime';
/**
 * Not in the specification: why the last session ended, so that every tab shows the same message.
 */
const ENDED_BY_KEY = 'sessionEndedBy';
/** Not in the specification: when any tab last tried to refresh. */
const ATTEMPT_KEY = 'sessionRefreshAttempt';
/**
 * Not in the specification: the id of the refresh whose response has not arrived. The server gives
 * tokens to a repetition with the same id.
 */
const REFRESH_ID_KEY = 'sessionRefreshId';
/** Not in the specification: when any tab last refreshed. */
const REFRESHED_KEY = 'sessionRefreshedAt';

const sessionKeys = [
  ...ACCESS_TOKEN_KEYS,
  EXPIRATION_KEY,
  REFRESH_TOKEN_KEY,
  USER_KEY,
  LIFETIME_KEY,
  ATTEMPT_KEY,
  REFRESH_ID_KEY,
  REFRESHED_KEY,
] as const;

/** Whole milliseconds, as all times are written; anything else counts as absent. */
const readMs = (values: KeyValues, key: string): number | null => {
  const text = values.getItem(key);
  return text !== null && /^\d{1,16}$/.test(text) ? Number(text) : null;
};

/** A user of which a server sends, or an earlier version stored, no more than the id (specification, section 3). */
export const anyUserSchema = z.object({
  id: z.string().check(z.minLength(1)),
  name: z._default(z.string(), ''),
  email: z._default(z.string(), ''),
  role: z.pipe(
    z._default(z.string(), 'member'),
    z.transform((name) => roles.find((role) => role === name) ?? 'member'),
  ),
  createdAt: z._default(z.string(), ''),
});

/** The tokens of a session with no more than what the specification names (section 7). */
export const anyTokensSchema = z.object({
  accessToken: z.string(),
  accessTokenExpiration: z.number(),
  refreshToken: z._default(z.nullable(z.string()), null),
  serverTime: z.optional(z.number()),
  user: anyUserSchema,
});
export type AnyTokens = z.infer<typeof anyTokensSchema>;

const readUser = (values: KeyValues): User | null => {
  const text = values.getItem(USER_KEY);
  const parsed = anyUserSchema.safeParse(text === null ? undefined : parsePayload(text));
  return parsed.success ? parsed.data : null;
};

const readEndedBy = (values: KeyValues): EndReason | null => {
  const text = values.getItem(ENDED_BY_KEY);
  return endReasons.find((reason) => reason === text) ?? null;
};

export const readStored = (values: KeyValues): StoredState => {
  const accessToken = readAccessToken(values);
  const expiresAt = readMs(values, EXPIRATION_KEY);
  if (accessToken === null || expiresAt === null) {
    return { kind: 'none', endedBy: readEndedBy(values) };
  }
  return {
    kind: 'session',
    session: {
      accessToken,
      refreshToken: values.getItem(REFRESH_TOKEN_KEY) || null,
      expiresAt,
      lifetimeMs: readMs(values, LIFETIME_KEY) ?? ACCESS_TOKEN_LIFETIME_MS,
      user: readUser(values),
    },
  };
};

/** Writes the token last, so that the rest is in place when other tabs receive the event. */
export const writeSession = (values: KeyValues, session: Session): void => {
  const [tokenKey, ...otherKeys] = ACCESS_TOKEN_KEYS;
  for (const key of [...otherKeys, ENDED_BY_KEY, REFRESH_ID_KEY]) values.removeItem(key);
  values.setItem(EXPIRATION_KEY, String(session.expiresAt));
  values.setItem(LIFETIME_KEY, String(session.lifetimeMs));
  if (session.refreshToken === null) values.removeItem(REFRESH_TOKEN_KEY);
  else values.setItem(REFRESH_TOKEN_KEY, session.refreshToken);
  if (session.user === null) values.removeItem(USER_KEY);
  else writeUser(values, session.user);
  values.setItem(tokenKey, session.accessToken);
};

export const writeUser = (values: KeyValues, user: User): void =>
  values.setItem(USER_KEY, JSON.stringify(user));

/**
 * Removes the session and keeps the reason for its end. Writes the reason first, so that other tabs
 * find it.
 */
export const clearSession = (values: KeyValues, endedBy: EndReason | null): void => {
  if (endedBy === null) values.removeItem(ENDED_BY_KEY);
  else values.setItem(ENDED_BY_KEY, endedBy);
  for (const key of sessionKeys) values.removeItem(key);
};

/** Epoch milliseconds; null if no tab has tried to refresh this session. */
export const readAttempt = (values: KeyValues): number | null => readMs(values, ATTEMPT_KEY);

export const writeAttempt = (values: KeyValues, at: number): void =>
  values.setItem(ATTEMPT_KEY, String(at));

/** The id of the refresh in progress; a new one if the response to the last has arrived. */
export const requireRefreshId = (values: KeyValues): string => {
  // Insecure origins have no `randomUUID`.
  const id = values.getItem(REFRESH_ID_KEY) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  values.setItem(REFRESH_ID_KEY, id);
  return id;
};

/** Epoch milliseconds; null if the session has not been refreshed. */
export const readRefreshed = (values: KeyValues): number | null => readMs(values, REFRESHED_KEY);

export const writeRefreshed = (values: KeyValues, at: number): void =>
  values.setItem(REFRESHED_KEY, String(at));

/**
 * Returns the session for the server's response. If the browser's clock is wrong, the expiry counts
 * from that clock; otherwise the token would expire at once or never. Without the server's time the
 * browser's clock counts as right.
 */
export const sessionOf = (tokens: AnyTokens, now: number): Session => {
  const { serverTime = now } = tokens;
  const error = now - serverTime;
  const shift = Math.abs(error) > CLOCK_TOLERANCE_MS ? error : 0;
  return {
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    expiresAt: Math.round(tokens.accessTokenExpiration + shift),
    lifetimeMs: Math.max(0, Math.round(tokens.accessTokenExpiration - serverTime)),
    user: tokens.user,
  };
};
