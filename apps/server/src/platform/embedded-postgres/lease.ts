import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import * as z from 'zod/mini';
import { SUPERUSER } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { clientConfig } from './socket.ts';

/**
 * Being the one server of a data directory: a connection that holds an advisory lock. The kernel closes it with the
 * process, however that ends, so no lease outlives its holder; and its end also tells that PostgreSQL went away.
 */
export interface Lease {
  readonly client: Client;
  /** Resolves when the connection is gone, for whatever reason. */
  readonly ended: Promise<void>;
}

const LEASE_KEY = 0x69_7a_67_6f;
/** PostgreSQL needs a moment to notice that the former holder is dead. */
const RELEASE_PATIENCE_MS = 2_000;
const POLL_MS = 50;

const takenSchema = z.tuple([z.object({ taken: z.boolean() })]);
const holderSchema = z.array(z.object({ holder: z.string() }));

const HOLDER = `
  SELECT activity.application_name AS holder
  FROM pg_locks AS lock JOIN pg_stat_activity AS activity USING (pid)
  WHERE lock.locktype = 'advisory' AND lock.objid = $1 AND lock.granted`;

/** Connects as superuser; the caller tells a refusal that will pass from one that will not. */
export const connectAsSuperuser = async (socketDirectory: string): Promise<Client> => {
  const client = new Client({
    ...clientConfig({ socketDirectory, user: SUPERUSER, database: 'postgres' }),
    application_name: `izgodno server, process ${process.pid}`,
  });
  // Without a listener a lost connection would end the process; `ended` reports it.
  client.on('error', () => {});
  await client.connect();
  return client;
};

const tryToTake = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [LEASE_KEY]);
  return takenSchema.parse(rows)[0].taken;
};

/** @throws EmbeddedPostgresError `in-use` when another server holds the lease; the connection is then closed. */
export const takeLease = async (client: Client, directory: string): Promise<Lease> => {
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve);
  });
  const giveUpAt = performance.now() + RELEASE_PATIENCE_MS;
  while (!(await tryToTake(client))) {
    if (performance.now() < giveUpAt) {
      await sleep(POLL_MS);
      continue;
    }
    const holders = holderSchema.parse((await client.query(HOLDER, [LEASE_KEY])).rows);
    await client.end();
    throw new EmbeddedPostgresError(
      'in-use',
      `${directory} is in use by another server (${holders[0]?.holder ?? 'just ended'}). Stop that one first, or give this one a DATA_DIR of its own.`,
    );
  }
  return { client, ended };
};
