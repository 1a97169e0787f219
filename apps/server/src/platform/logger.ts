import { pino, type DestinationStream, type Logger } from 'pino';

/** Keys with secrets: never logged, neither at the top nor up to three objects deep. */
const secretKeys = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'currentPassword',
  'newPassword',
  'accessToken',
  'refreshToken',
  // Of mailed links and of sockets.
  'token',
] as const;

const secretPaths = secretKeys.flatMap((key) => {
  const name = `["${key}"]`;
  return [name, `*${name}`, `*.*${name}`, `*.*.*${name}`];
});

/** PostgreSQL quotes a rejected row, with all that a user gave. */
const rowPath = 'err.detail';

/**
 * The product's log: one JSON object a line, on standard output by default. Requests are logged as
 * method, path and caller, without headers, queries and bodies.
 */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: [...secretPaths, rowPath], censor: '[redacted]' },
    },
    ...(destination === undefined ? [] : [destination]),
  );
