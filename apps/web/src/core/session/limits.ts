/**
 * Thresholds and delays of the session in the browser, in milliseconds. All are the specification's,
 * sections 4 and 9; what the server keeps to as well stands in the contract.
 */
import { SECOND_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import { sessionPresets, SESSION_REQUEST_TIMEOUT_MS } from '@izgodno/contract/accounts/limits';

/** Life of an access token where the one in hand does not say. */
export const ACCESS_TOKEN_LIFETIME_MS = sessionPresets.default.accessMs;
export const TICK_INTERVAL_MS = SECOND_MS;
/** At or below this the monitor refreshes silently. */
export const MONITOR_REFRESH_MS = 60 * SECOND_MS;
/** At or below this the monitor tells how many minutes are left. */
export const MONITOR_NOTICE_MS = 5 * MINUTE_MS;
export const EXPIRES_SOON_MESSAGE_MS = 5 * SECOND_MS;
export const RESULT_MESSAGE_MS = 3 * SECOND_MS;
export const EXPIRED_REDIRECT_MS = SECOND_MS;
/** What the session panel's progress bar shows as full. */
export const PROGRESS_FULL_MS = 15 * MINUTE_MS;

/** How long a tab waits for another's refresh before it counts its own as failed: ours, not the specification's. */
export const LOCK_PATIENCE_MS = SESSION_REQUEST_TIMEOUT_MS + 5 * SECOND_MS;
/** A clock this near to the server's counts as right. Answers travel for some seconds too. */
export const CLOCK_TOLERANCE_MS = 30 * SECOND_MS;
