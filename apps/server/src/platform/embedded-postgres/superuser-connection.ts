import { Client } from 'pg';
import { SUPERUSER } from './cluster.ts';
import { clientConfig } from './socket.ts';

/** The supervisor's own connection, which tells when PostgreSQL goes away, whoever started it. */
export interface SuperuserConnection {
  readonly client: Client;
  /** Resolves when the connection is gone, for whatever reason. */
  readonly ended: Promise<void>;
}

/** A PostgreSQL that is held up accepts a connection and then says nothing. */
const CONNECT_PATIENCE_MS = 5_000;

/** The caller tells a refusal that will pass from one that will not. */
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
