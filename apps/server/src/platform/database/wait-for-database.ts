import { setTimeout as sleep } from 'node:timers/promises';
import { connectingTo } from './hosts.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

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
  for (let pause = FIRST_PAUSE_MS, isFirst = true; ; isFirst = false) {
    signal.throwIfAborted();
    try {
      await connectOnce(connectionString);
      if (!isFirst) say('Database: reached');
      return;
    } catch (error) {
      if (!(error instanceof Error) || !isDatabaseUnavailable(error)) throw error;
      if (isFirst) say(`Database: unavailable (${error.message}); waiting for it …`);
    }
    await sleep(pause, undefined, { signal });
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
};
