import { Client } from 'pg';
import { SUPERUSER } from './cluster.ts';
import { clientConfig } from './socket.ts';

/**
 * The supervisor's connection, which reports when PostgreSQL ends, whichever process started it.
 */
export interface SuperuserConnection {
  readonly client: Client;
  /** Resolves when the connection has ended for any reason. */
  readonly ended: Promise<void>;
}

/** A blocked PostgreSQL accepts a connection and then does not respond. */
const CONNECT_PATIENCE_MS = 5_000;

/** The caller distinguishes temporary from permanent errors. */
export const connectAsSuperuser = async (socketDirectory: string): Promise<SuperuserConnection> => {
  const client = new Client({
    ...clientConfig({ socketDirectory, user: SUPERUSER, database: 'postgres' }),
    application_name: `izgodno server, process ${process.pid}`,
    connectionTimeoutMillis: CONNECT_PATIENCE_MS,
  });
  // Without a listener a lost connection would end the process; `ended` reports it.
  client.on('error', () => {});
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve);
  });
  await client.connect();
  return { client, ended };
};
