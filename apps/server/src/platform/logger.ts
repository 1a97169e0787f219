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

/** Characters of each text of an error, and of its stack. */
const TEXT_LIMIT = 1_000;
const STACK_LIMIT = 4_000;
/** Errors that are logged of a chain of causes. */
const CAUSES_LIMIT = 3;
/** PostgreSQL quotes a rejected row in `detail` and `where`, with all that a user gave. */
const omittedKeys: ReadonlySet<string> = new Set([...secretKeys, 'detail', 'where', 'stack']);

/**
 * An error with its plain properties only, each bounded. Libraries attach whole objects, such as the
 * database connection with its password and buffers.
 */
const describeError = (error: unknown, causes = CAUSES_LIMIT): unknown => {
  if (!(error instanceof Error)) return error;
  const described: Record<string, unknown> = {
    type: error.name,
    message: error.message.slice(0, TEXT_LIMIT),
    stack: error.stack?.slice(0, STACK_LIMIT),
  };
  for (const [key, value] of Object.entries(error)) {
    if (omittedKeys.has(key) || key in described) continue;
    if (typeof value === 'string') described[key] = value.slice(0, TEXT_LIMIT);
    if (typeof value === 'number' || typeof value === 'boolean') described[key] = value;
  }
  if (error.cause !== undefined && causes > 1)
    described['cause'] = describeError(error.cause, causes - 1);
  return described;
};

/** Bytes of lines that wait for a full disk; more are dropped. */
const WAITING_LIMIT = 1024 * 1024;

/** Standard output, or a file. A failed write, as on a full disk, does not end the process. */
export const openLog = (file: string | number = process.stdout.fd): DestinationStream => {
  const destination = pino.destination({ dest: file, maxLength: WAITING_LIMIT });
  // The next write tries again; there is no other place to report it.
  destination.on('error', () => {});
  return destination;
};

/**
 * The product's log: one JSON object a line, on standard output by default. Requests are logged as
 * method, path and caller, without headers, queries and bodies.
 */
export const createLogger = (level: string, destination = openLog()): Logger =>
  pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretPaths, censor: '[redacted]' },
      serializers: { err: (error: unknown) => describeError(error) },
    },
    destination,
  );
