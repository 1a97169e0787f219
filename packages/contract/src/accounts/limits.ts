import { MINUTE_MS, DAY_MS } from '../common/durations.ts';

/** Lifetimes of the two tokens, in milliseconds (specification, section 9). */
export const sessionPresets = {
  default: { accessMs: 120 * MINUTE_MS, refreshMs: 7 * DAY_MS },
  banking: { accessMs: 15 * MINUTE_MS, refreshMs: DAY_MS },
  business: { accessMs: 60 * MINUTE_MS, refreshMs: 7 * DAY_MS },
  social: { accessMs: 240 * MINUTE_MS, refreshMs: 30 * DAY_MS },
  development: { accessMs: 5 * MINUTE_MS, refreshMs: DAY_MS },
} as const satisfies Record<string, { accessMs: number; refreshMs: number }>;

export type SessionPresetName = keyof typeof sessionPresets;

/** How often the session monitor looks, in milliseconds (specification, section 9). */
export const SESSION_CHECK_INTERVAL_MS = 30_000;
/** The least time between two refreshes, in milliseconds (specification, section 9). */
export const REFRESH_COOLDOWN_MS = 60_000;
/** Time that a session call may take, in milliseconds (specification, section 9). */
export const SESSION_REQUEST_TIMEOUT_MS = 10_000;

export const NAME_LENGTH = { minimum: 2, maximum: 60 } as const;
export const PASSWORD_LENGTH = { minimum: 8, maximum: 128 } as const;
/** The longest address that mail can be sent to (RFC 5321, section 4.5.3.1.3). */
export const MAX_EMAIL_LENGTH = 254;

/**
 * The least zxcvbn score (0 to 4) of a new password. 0 and 1 are guessed within a million tries,
 * which is where the lists of common passwords lie.
 */
export const MINIMUM_PASSWORD_SCORE = 2;

/** Codes of faults in fields that only the server finds. */
export const sessionFieldFaults = {
  /** `password`, `newPassword`: below `MINIMUM_PASSWORD_SCORE`. */
  passwordTooWeak: 'password_too_weak',
  /** `password`, `newPassword`: known from leaks, as it is or with other capitals. */
  passwordBreached: 'password_breached',
  /** `password`, `newPassword`: made of the name of the product. */
  passwordOfProduct: 'password_of_product',
  /** `currentPassword`. */
  wrongPassword: 'wrong_password',
  /** `email`: another account signs in with it. */
  emailTaken: 'email_taken',
  /** `code`: wrong, too old, or used before. */
  wrongCode: 'wrong_code',
} as const;

/** How many passkeys an account may have. */
export const MAX_PASSKEYS = 20;
export const PASSKEY_NAME_LENGTH = { minimum: 1, maximum: 60 } as const;
/** How many recovery codes an account is given at once. */
export const RECOVERY_CODES = 10;
/** For so long after a sign-in, factors are changed without the password. */
export const RECENT_SIGN_IN_MS = 10 * MINUTE_MS;
/** The time for the second step of a sign-in, and how many tries it has. */
export const SECOND_STEP_MS = 5 * MINUTE_MS;
export const SECOND_STEP_TRIES = 5;
/** The time to answer the challenge of a passkey. A sign-in page may stay open with one. */
export const PASSKEY_CHALLENGE_MS = 10 * MINUTE_MS;
