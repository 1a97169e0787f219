import { MINUTE_MS, DAY_MS } from '../common/durations.ts';

/** Lifetimes of the two tokens, in milliseconds (specification, section 9). */
export const sessionPresets = {
  default: { accessMs: 120 * MINUTE_MS, refreshMs: 7 * DAY_MS },
  banking: { accessMs: 15 * MINUTE_MS, refreshMs: DAY_MS },
  business: { accessMs: 60 * MINUTE_MS, refreshMs: 7 * DAY_MS },
  social: { accessMs: 240 * MINUTE_MS, refreshMs: 30 * DAY_MS },
  development: { accessMs: 5 * MINUTE_MS, refreshMs: DAY_MS },
} as const satisfies Record<string, { accessMs: number; refreshMs: number }>;

/** The interval of the session monitor, in milliseconds (specification, section 9). */
export const SESSION_CHECK_INTERVAL_MS = 30_000;
/** The least time between two refreshes, in milliseconds (specification, section 9). */
export const REFRESH_COOLDOWN_MS = 60_000;
/** The timeout of a session call, in milliseconds (specification, section 9). */
export const SESSION_REQUEST_TIMEOUT_MS = 10_000;

export const NAME_LENGTH = { minimum: 2, maximum: 60 } as const;
export const PASSWORD_LENGTH = { minimum: 8, maximum: 128 } as const;
/** The longest email address that can receive mail (RFC 5321, section 4.5.3.1.3). */
export const MAX_EMAIL_LENGTH = 254;

/**
 * The least zxcvbn score (0 to 4) of a new password. 0 and 1 are guessed within a million tries,
 * like those in lists of common passwords.
 */
export const MINIMUM_PASSWORD_SCORE = 2;
/**
 * The length of the prefix of a password that is estimated; a longer password is no weaker than its
 * prefix. The estimate's time grows with the square of the length.
 */
export const JUDGED_PASSWORD_LENGTH = 40;

/** Codes of field errors that only the server detects. */
export const sessionFieldErrors = {
  /** `password`, `newPassword`: below `MINIMUM_PASSWORD_SCORE`. */
  passwordTooWeak: 'password_too_weak',
  /** `password`, `newPassword`: leaked, ignoring case. */
  passwordBreached: 'password_breached',
  /** `password`, `newPassword`: made of the product's name. */
  passwordOfProduct: 'password_of_product',
  /** `currentPassword`. */
  wrongPassword: 'wrong_password',
  /** `email`: another account signs in with it. */
  emailTaken: 'email_taken',
  /** `code`: wrong, too old, or used before. */
  wrongCode: 'wrong_code',
} as const;

/** The largest number of passkeys of an account. */
export const MAX_PASSKEYS = 20;
export const PASSKEY_NAME_LENGTH = { minimum: 1, maximum: 60 } as const;
/** The number of recovery codes created at once. */
export const RECOVERY_CODES = 10;
/** How long after a sign-in factors can be changed and keys made without the password. */
export const RECENT_SIGN_IN_MS = 10 * MINUTE_MS;
/** The time limit of the second step of a sign-in, and its number of tries. */
export const SECOND_STEP_MS = 5 * MINUTE_MS;
export const SECOND_STEP_TRIES = 5;
/** The time limit of a passkey's challenge. A sign-in page may stay open with one. */
export const PASSKEY_CHALLENGE_MS = 10 * MINUTE_MS;
