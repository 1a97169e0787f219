/**
 * Thresholds and delays of the session in the browser, in milliseconds. All come from the
 * specification, sections 4 and 9; those that the server shares are in the contract.
 */
import { SECOND_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import { sessionPresets, SESSION_REQUEST_TIMEOUT_MS } from '@izgodno/contract/accounts/limits';

/** Assumed lifetime of an access token that does not state one. */
export const ACCESS_TOKEN_LIFETIME_MS = sessionPresets.default.accessMs;
export const TICK_INTERVAL_MS = SECOND_MS;
/** At or below this remaining time, the monitor refreshes silently. */
export const MONITOR_REFRESH_MS = 60 * SECOND_MS;
/** At or below this remaining time, the monitor shows the minutes left. */
export const MONITOR_NOTICE_MS = 5 * MINUTE_MS;
export const EXPIRES_SOON_MESSAGE_MS = 5 * SECOND_MS;
export const RESULT_MESSAGE_MS = 3 * SECOND_MS;
export const EXPIRED_REDIRECT_MS = SECOND_MS;
/** The remaining time at which the session panel's progress bar is full. */
export const PROGRESS_FULL_MS = 15 * MINUTE_MS;

/** Ticks come each second, so a longer time past the expiry was spent asleep. */
export const SLEPT_MS = 5 * SECOND_MS;
/**
 * How long the refresh after sleep is repeated while the server is unreachable, because the network
 * returns later than the page.
 */
export const RESUME_PATIENCE_MS = 30 * SECOND_MS;
export const RESUME_RETRY_MS = 3 * SECOND_MS;
/** By then the refresh after sleep has settled, unless its result was lost. */
export const LAST_REFRESH_MS = 2 * RESUME_PATIENCE_MS;

/**
 * How long a tab waits for another tab's refresh before its own counts as failed. Not in the
 * specification.
 */
export const LOCK_PATIENCE_MS = SESSION_REQUEST_TIMEOUT_MS + 5 * SECOND_MS;
/**
 * Tolerated difference between the browser's clock and the server's, which includes the time of the
 * request.
 */
export const CLOCK_TOLERANCE_MS = 30 * SECOND_MS;
