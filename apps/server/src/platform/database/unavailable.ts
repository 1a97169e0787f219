import { codeOf, hasCode } from '#platform/code-of.ts';

// PostgreSQL error classes 08 (connection) and 57P (operator intervention: shutdown, crash,
// starting up), too many connections, a full disk, a time limit of the server, a primary that became a standby,
// and the system's codes for an unreachable server.
const unavailableCodes =
  /^(08\w{3}|57P0\d|53[13]00|57014|25P0[34]|25006|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT)$/;
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error/;
const networkCalls: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo', 'read', 'write']);

/**
 * Whether an error means that the database could not be reached, and not that the statement was
 * wrong.
 */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error) ?? '';
  const fromDatabase = 'syscall' in error ? networkCalls.has(error.syscall) : true;
  return (fromDatabase && unavailableCodes.test(code)) || unavailableMessages.test(error.message);
};

/**
 * Whether the database rejects the user or the password. A start does not wait for that to end, but
 * calls of a running server fail so if the password is changed before the server's settings.
 */
export const isSignInRejected = (error: unknown): boolean => hasCode(error, '28P01', '28000');

/** Whether an error, or one that it was thrown because of, means that the database is unavailable. */
export const isCausedByDatabase = (error: unknown): boolean =>
  isDatabaseUnavailable(error) ||
  (error instanceof AggregateError && error.errors.some(isCausedByDatabase)) ||
  (error instanceof Error && error.cause !== undefined && isCausedByDatabase(error.cause));
