import { pino, type DestinationStream, type Logger } from 'pino';

/** Where secrets travel: never logged, neither by themselves nor up to three objects deep. */
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

/** PostgreSQL quotes the row that it refuses, with all that a person gave. */
const rowPath = 'err.detail';

/**
 * The product's log: one JSON object a line, on standard output unless `destination` says otherwise.
 * Requests are written as method, path and caller; their headers, queries and bodies are not.
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
