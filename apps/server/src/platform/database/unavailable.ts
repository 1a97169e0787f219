// PostgreSQL error classes 08 (connection) and 57P (operator intervention: shutdown, crash,
// starting up), too many connections, and the system's codes for an unreachable server.
const unavailableCodes = /^(08\w{3}|57P0\d|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/;
const unavailableMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/**
 * Whether an error means that the database could not be reached, and not that the statement was
 * wrong.
 */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const fromDatabase =
    'syscall' in error
      ? error.syscall === 'connect' || error.syscall === 'read' || error.syscall === 'write'
      : true;
  return (fromDatabase && unavailableCodes.test(code)) || unavailableMessages.test(error.message);
};
