import * as z from 'zod/mini';
import { oneLine, writtenText } from '../common/normalise.ts';
import { holdsWebUrl, somethingToSee } from '../common/text.ts';
import { MAX_EMAIL_LENGTH, NAME_LENGTH, PASSWORD_LENGTH } from './limits.ts';

/** Roles of signed-in users, lowest first. Visitors have none. */
export const roles = ['member', 'moderator', 'admin'] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

/** UUIDv7 in canonical lower-case form. */
export const userIdSchema = z.uuid({ version: 'v7' });
export const sessionIdSchema = z.uuid({ version: 'v7' });

/** An email address in the normalised form that is stored and compared: trimmed, lower case. */
export const emailSchema = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(MAX_EMAIL_LENGTH), z.email());

/**
 * A name that others see: visible, without control characters or web addresses, white space
 * collapsed.
 */
export const nameSchema = writtenText(NAME_LENGTH.maximum, oneLine).check(
  z.minLength(NAME_LENGTH.minimum),
  z.regex(/^[^\p{Cc}\p{Cs}\p{Co}\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u, 'Expected letters'),
  somethingToSee,
  z.refine((name) => !holdsWebUrl(name), { error: 'Expected no web address' }),
);

/** A new password. Its strength is checked separately. */
export const newPasswordSchema = z
  .string()
  .check(z.minLength(PASSWORD_LENGTH.minimum), z.maxLength(PASSWORD_LENGTH.maximum));

/** An existing password: any that could have been chosen. */
export const passwordSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(PASSWORD_LENGTH.maximum));

/** The account as its owner sees it. */
export const userSchema = z.object({
  id: userIdSchema,
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  /** ISO 8601. */
  createdAt: z.string(),
});
export type User = z.infer<typeof userSchema>;

/**
 * The part of a session that the browser stores. Both times are epoch milliseconds of the server's
 * clock.
 */
export const sessionTokensSchema = z.object({
  accessToken: z.string(),
  accessTokenExpiration: z.number(),
  refreshToken: z.string(),
  /** When the tokens were made; the difference from the browser's clock is that clock's error. */
  serverTime: z.number(),
  user: userSchema,
});
export type SessionTokens = z.infer<typeof sessionTokensSchema>;

export const deviceKinds = ['desktop', 'mobile', 'tablet', 'other'] as const;

/** A signed-in device in the list of its owner. */
export const sessionSchema = z.object({
  id: sessionIdSchema,
  device: z.object({
    kind: z.enum(deviceKinds),
    /** Product names such as `Firefox` and `Windows`; null if the browser does not say. */
    browser: z.nullable(z.string()),
    os: z.nullable(z.string()),
  }),
  /** The IP from which it was begun or last refreshed. */
  address: z.string(),
  /** The country of the IP, ISO 3166-1 in upper case; null if unknown. */
  country: z._default(z.nullable(z.string()), null),
  /** ISO 8601, like `lastUsedAt`. */
  createdAt: z.string(),
  lastUsedAt: z.string(),
  /** Whether it is the caller's session. */
  current: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;
