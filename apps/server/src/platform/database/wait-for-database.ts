import { setTimeout as sleep } from 'node:timers/promises';
import { connectingTo } from './hosts.ts';
import { isCausedByDatabase } from './unavailable.ts';
import { messageOf } from '#platform/message-of.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** A blocked server accepts a connection and then does not respond. */
const ATTEMPT_MS = 5_000;

const connectOnce = async (connectionString: string): Promise<void> => {
  const { Client, ...target } = connectingTo(connectionString);
  const client = new Client({
    ...target,
    application_name: 'izgodno-start',
    connectionTimeoutMillis: ATTEMPT_MS,
  });
  // A lost connection rejects the attempt; without a listener it would also end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
};

/** One line. */
export const reasonOf = (error: unknown): string => messageOf(error).split('\n', 1)[0] ?? '';

/**
 * Repeats work with growing pauses for as long as the database is unavailable to it, and calls
 * `onUnavailable` after each attempt. Throws any other error at once.
 */
export const repeatUntilReached = async <Result>(
  work: () => Promise<Result>,
  onUnavailable: (error: unknown) => void,
  signal: AbortSignal,
): Promise<Result> => {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isCausedByDatabase(error)) throw error;
      onUnavailable(error);
    }
    await sleep(pause, undefined, { signal });
  }
};

/**
 * Waits until the database accepts connections. `say` receives one line when the wait begins and
 * one when it ends. Throws at once if the database rejects the connection for a lasting reason, such
 * as a wrong password.
 */
export const waitForDatabase = async (
  connectionString: string,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  let isFirst = true;
  const onUnavailable = (error: unknown): void => {
    if (isFirst) say(`Database: unavailable (${reasonOf(error)}); waiting for it …`);
    isFirst = false;
  };
  await repeatUntilReached(() => connectOnce(connectionString), onUnavailable, signal);
  if (!isFirst) say('Database: reached');
};
