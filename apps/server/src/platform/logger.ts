import { pino, type Level, type Logger } from 'pino';

/** Where secrets travel. They are logged as `[redacted]`. */
const secretPaths = [
  'authorization',
  'cookie',
  'password',
  'accessToken',
  'refreshToken',
  'headers.authorization',
  'headers.cookie',
  'headers["set-cookie"]',
  'body.password',
  'body.refreshToken',
].flatMap((path) => [path, `*.${path}`]);

/** One line of JSON an event, on standard output. */
export const createLogger = (level: Level | 'silent'): Logger =>
  pino({ level, redact: { paths: secretPaths, censor: '[redacted]' } });
