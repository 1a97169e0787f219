/**
 * Thresholds and delays of the session, in milliseconds. All are the specification's, sections 4
 * and 9.
 */
const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

/** Life of an access token where the one in hand does not say. */
export const ACCESS_TOKEN_LIFETIME_MS = 120 * MINUTE;
export const MONITOR_INTERVAL_MS = 30 * SECOND;
export const TICK_INTERVAL_MS = SECOND;
/** At or below this the monitor refreshes silently. */
export const MONITOR_REFRESH_MS = MINUTE;
/** At or below this the monitor tells how many minutes are left. */
export const MONITOR_NOTICE_MS = 5 * MINUTE;
export const REFRESH_COOLDOWN_MS = 60 * SECOND;
export const SESSION_REQUEST_TIMEOUT_MS = 10 * SECOND;
export const EXPIRES_SOON_MESSAGE_MS = 5 * SECOND;
export const RESULT_MESSAGE_MS = 3 * SECOND;
export const EXPIRED_REDIRECT_MS = SECOND;
/** What the session panel's progress bar shows as full. */
export const PROGRESS_FULL_MS = 15 * MINUTE;

/** How long a tab waits for another's refresh before it counts its own as failed. */
export const LOCK_PATIENCE_MS = SESSION_REQUEST_TIMEOUT_MS + 5 * SECOND;
