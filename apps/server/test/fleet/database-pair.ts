import { mkdir, rm, chown } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import * as z from 'zod/mini';
import { chooseAccount, executeAs } from '#platform/embedded-postgres/account.ts';
import { freePort } from '../free-port.ts';
import { openWay, postgresPrograms, startPart, waitFor, type Part } from './parts.ts';

const WATCH_MS = 500;
const USER = 'izgodno';

/** A primary and its streaming replica, of Debian's PostgreSQL. */
export interface DatabasePair {
  /** Names both; leads to the one that accepts writes. */
  readonly url: string;
  /** Always leads to the replica. */
  readonly replicaUrl: string;
  /** Kills the primary and starts it again after this time. */
  restartPrimary(awayMs: number): Promise<void>;
  /** Kills the replica and starts it again after this time. */
  loseReplica(awayMs: number): Promise<void>;
  /** Lets the way of the reads to the replica fall silent for this time. */
  silenceReplica(ms: number): Promise<void>;
  /** Kills the primary, promotes the replica, and makes a new replica in the former's place. */
  failOver(): Promise<void>;
  query(statement: string, values?: readonly unknown[]): Promise<readonly unknown[]>;
  end(): Promise<void>;
}

const ask = async (port: number, statement: string, values: readonly unknown[] = []) => {
  const client = new Client({
    connectionString: `postgresql://${USER}@127.0.0.1:${port}/${USER}`,
    connectionTimeoutMillis: 2_000,
    query_timeout: 10_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows }: { rows: unknown[] } = await client.query(statement, [...values]);
    return rows;
  } finally {
    await client.end();
  }
};

const replicationSchema = z.array(z.object({ sync_state: z.string(), caught_up: z.boolean() }));

/**
 * As Patroni does in its synchronous mode: commits wait for the replica while it streams, and no
 * longer once it is away.
 */
const watchReplica = (primary: () => number) => {
  const stopping = new AbortController();
  let busy = Promise.resolve();
  const look = async (): Promise<void> => {
    const statement = `SELECT current_setting('synchronous_standby_names') AS names,
      exists(SELECT FROM pg_stat_replication WHERE state = 'streaming') AS streaming`;
    const row = z.object({ names: z.string(), streaming: z.boolean() });
    const [now] = z.array(row).parse(await ask(primary(), statement));
    const names = now?.streaming === true ? '*' : '';
    if (now === undefined || now.names === names) return;
    await ask(primary(), `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await ask(primary(), 'SELECT pg_reload_conf()');
  };
  let paused = false;
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (!paused) busy = look().catch(() => {});
      await busy;
      await sleep(WATCH_MS);
    }
  };
  const watching = watch();
  return {
    async pause() {
      paused = true;
      await busy;
    },
    resume: () => void (paused = false),
    async end() {
      stopping.abort();
      await watching;
    },
  };
};

interface Server {
  readonly data: string;
  readonly port: number;
  readonly name: string;
  part?: Part;
}

const serves = ({ port, name }: Server): Promise<void> =>
  waitFor(`PostgreSQL ${name} serves`, async () => (await ask(port, 'SELECT 1')).length === 1);

/** What starts servers of Debian's PostgreSQL below this folder, and copies one to another. */
const openPostgres = async (folder: string) => {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('Install postgresql.');
  const home = path.join(folder, 'postgres');
  await mkdir(home);
  const account = await chooseAccount(path.join(home, 'none'));
  if (account !== undefined) await chown(home, account.uid, account.gid);
  const run = (program: string, args: readonly string[]): Promise<string> =>
    executeAs(account, path.join(programs, program), args);
  const program = path.join(programs, 'postgres');

  const launch = (server: Server): void => {
    const settings = ['listen_addresses=127.0.0.1', 'max_connections=200', 'fsync=off'];
    const more = ['hot_standby_feedback=on', 'wal_keep_size=512MB', 'unix_socket_directories='];
    const given = [...settings, ...more].flatMap((setting) => ['-c', setting]);
    const args = ['-D', server.data, '-p', String(server.port), ...given];
    server.part = startPart({ folder, name: `postgres-${server.name}`, program, args, account });
  };
  return {
    run,
    prepare: async (name: string): Promise<Server> => ({
      name,
      data: path.join(home, name),
      port: await freePort(),
    }),
    async make(server: Server) {
      const kind = ['--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '-N'];
      await run('initdb', ['-D', server.data, '-U', USER, ...kind]);
      launch(server);
      const maintenance = `postgresql://${USER}@127.0.0.1:${server.port}/postgres`;
      await waitFor('PostgreSQL starts', async () => {
        await run('psql', [maintenance, '-c', `CREATE DATABASE ${USER} TEMPLATE template0`]);
        return true;
      });
    },
    /** Makes `to` a replica of `from`. */
    async copy(from: Server, to: Server) {
      await rm(to.data, { recursive: true, force: true });
      const source = ['-h', '127.0.0.1', '-p', String(from.port), '-U', USER];
      await run('pg_basebackup', [...source, '-D', to.data, '-R', '-X', 'stream', '-c', 'fast']);
      launch(to);
      await serves(to);
    },
    async restart(server: Server, awayMs: number) {
      await server.part?.end();
      await sleep(awayMs);
      launch(server);
      await serves(server);
    },
  };
};

/** Whether the replica has every commit up to now and all further ones wait for it. */
const isCaughtUp = async ({ port }: Server): Promise<boolean> => {
  const position = await ask(port, 'SELECT pg_current_wal_lsn()::text AS at');
  const [now] = z.array(z.object({ at: z.string() })).parse(position);
  await sleep(WATCH_MS);
  const statement =
    'SELECT sync_state, flush_lsn >= $1::pg_lsn AS caught_up FROM pg_stat_replication';
  const rows = replicationSchema.parse(await ask(port, statement, [now?.at]));
  return rows.some(({ sync_state, caught_up }) => sync_state === 'sync' && caught_up);
};

export const startDatabasePair = async (folder: string): Promise<DatabasePair> => {
  const postgres = await openPostgres(folder);
  const servers = [await postgres.prepare('one'), await postgres.prepare('two')] as const;
  let [primary, replica]: readonly [Server, Server] = servers;
  await postgres.make(primary);
  await postgres.copy(primary, replica);
  const way = await openWay(() => replica.port);
  const watcher = watchReplica(() => primary.port);
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');

  return {
    url: `postgresql://${USER}@${hosts}/${USER}?target_session_attrs=read-write`,
    replicaUrl: `postgresql://${USER}@127.0.0.1:${way.port}/${USER}`,
    restartPrimary: (awayMs) => postgres.restart(primary, awayMs),
    loseReplica: (awayMs) => postgres.restart(replica, awayMs),
    async silenceReplica(ms) {
      way.silence();
      await sleep(ms);
      way.mend();
    },
    async failOver() {
      await waitFor('the replica has every commit', () => isCaughtUp(primary));
      await watcher.pause();
      await primary.part?.end();
      await postgres.run('pg_ctl', ['promote', '-w', '-D', replica.data]);
      [primary, replica] = [replica, primary];
      watcher.resume();
      await postgres.copy(primary, replica);
    },
    query: (statement, values) => ask(primary.port, statement, values),
    async end() {
      await watcher.end();
      way.close();
      for (const { part } of servers) await part?.end('SIGQUIT');
    },
  };
};
