import { chown, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ClientConfig } from 'pg';
import type { Home } from './home.ts';
import { makeFolder } from '#platform/make-folder.ts';

/** PostgreSQL listens on no port; the number only names the socket's file. */
export const SOCKET_PORT = 5432;
/** Bytes of `sun_path` without the final zero. */
const LONGEST_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107;
const RUNTIME_DIRECTORY = '/tmp';
/** What is made there. */
const SHORT_DIRECTORY = /^\/tmp\/izgodno-\w+$/;

export const socketIn = (directory: string): string =>
  path.join(directory, `.s.PGSQL.${SOCKET_PORT}`);

const makeDirectory = async (home: Home): Promise<string> => {
  const directory = path.join(home.directory, 'run');
  if (Buffer.byteLength(socketIn(directory)) > LONGEST_SOCKET_PATH) {
    return mkdtemp(path.join(RUNTIME_DIRECTORY, 'izgodno-'));
  }
  await makeFolder(directory, { mode: 0o700 });
  return directory;
};

/**
 * Creates the directory of the socket, which only PostgreSQL's account may enter: in the home, or a
 * short one elsewhere if that path is too long for a socket.
 */
export const makeSocketDirectory = async (home: Home): Promise<string> => {
  const directory = await makeDirectory(home);
  if (home.account !== undefined) await chown(directory, home.account.uid, home.account.gid);
  return directory;
};

/** Removes a short directory that a killed PostgreSQL left. Those in a home stay. */
export const removeShortDirectory = async (directory: string): Promise<void> => {
  if (SHORT_DIRECTORY.test(directory)) await rm(directory, { recursive: true, force: true });
};

export interface Target {
  readonly socketDirectory: string;
  readonly user: string;
  readonly database: string;
}

export const clientConfig = ({ socketDirectory, user, database }: Target): ClientConfig => ({
  host: socketDirectory,
  port: SOCKET_PORT,
  user,
  database,
  ssl: false,
});

export const connectionString = ({ socketDirectory, user, database }: Target): string => {
  const url = new URL(`postgresql://${user}@localhost/${database}`);
  url.searchParams.set('host', socketDirectory);
  url.searchParams.set('port', String(SOCKET_PORT));
  // Explicit, because PGSSLMODE in the environment could ask for encryption on a socket.
  url.searchParams.set('sslmode', 'disable');
  return url.href;
};
