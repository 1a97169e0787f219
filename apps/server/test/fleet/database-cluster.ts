import { chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { chooseAccount } from '#platform/embedded-postgres/account.ts';
import { freePort } from '../free-port.ts';
import { isAlive, readPid, signalProcess } from '../signal-process.ts';
import { mountSmallDisk, type SmallDisk } from '../small-disk.ts';
import { openWay, postgresPrograms, startPart, waitFor, waitForValue, type Part } from './parts.ts';
import { patroniConfiguration, USER, type Member } from './patroni-configuration.ts';

/** Megabytes; the demo data and the log of transactions take less than half. */
const DISK = 1_024;
const ROLE_PATIENCE_MS = 2_000;

/** PostgreSQL on two members under Patroni, which keeps their roles in etcd. */
export interface DatabaseCluster {
  /** Names both members; leads to the one that accepts writes. */
  readonly url: string;
  /** Leads to the member that was last seen as the replica. */
  readonly replicaUrl: string;
  /** Waits for a primary, and a replica that has every commit. */
  settle(): Promise<void>;
  /** Kills the primary's PostgreSQL; Patroni, which sees that, promotes the replica. */
  killPrimary(): Promise<void>;
  /** Kills all of the primary's member; the replica takes over once the primary's lease has ended. */
  losePrimary(): Promise<void>;
  /** Asks Patroni to exchange the roles. */
  switchOver(): Promise<void>;
  /** Kills all of the replica's member, and starts it again after this time. */
  loseReplica(awayMs: number): Promise<void>;
  /** Lets the way of the reads to the replica fall silent for this time. */
  silenceReplica(ms: number): Promise<void>;
  /** Kills etcd, and starts it again after this time. */
  loseEtcd(awayMs: number): Promise<void>;
  /** Fills the primary's disk for this time; null if it has none of its own. */
  readonly fillDisk: ((ms: number) => Promise<void>) | null;
  query(statement: string, values?: readonly unknown[]): Promise<readonly unknown[]>;
  end(): Promise<void>;
}

interface RunningMember extends Member {
  readonly part: Part;
  readonly disk: SmallDisk | null;
}

const ask = async (
  { port }: Member,
  database: string,
  statement: string,
  values: readonly unknown[] = [],
) => {
  const client = new Client({
    connectionString: `postgresql://${USER}@127.0.0.1:${port}/${database}`,
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

type Role = 'primary' | 'synchronous';

/** Whether the member's own Patroni says that it has the role now. */
const hasRole = async ({ apiPort }: Member, role: Role): Promise<boolean> => {
  const url = `http://127.0.0.1:${apiPort}/${role}`;
  return fetch(url, { signal: AbortSignal.timeout(ROLE_PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
};

/** The first line of PostgreSQL's own file is the number of its process. */
const killPostgres = async ({ data }: Member): Promise<void> => {
  const pid = await readPid(path.join(data, 'postmaster.pid'));
  if (pid !== undefined && isAlive(pid)) signalProcess(pid, 'SIGKILL');
};

const startEtcd = async (folder: string): Promise<{ part: Part; host: string }> => {
  const [client, peer] = [await freePort(), await freePort()];
  const host = `127.0.0.1:${client}`;
  const clients = ['--listen-client-urls', `http://${host}`];
  const advertised = ['--advertise-client-urls', `http://${host}`];
  const peers = ['--listen-peer-urls', `http://127.0.0.1:${peer}`];
  const data = ['--data-dir', path.join(folder, 'etcd'), '--unsafe-no-fsync'];
  const args = [...data, ...clients, ...advertised, ...peers];
  return { part: startPart({ folder, name: 'etcd', program: 'etcd', args }), host };
};

/** How long a failover may take until the former primary is needed again, in milliseconds. */
const FAILOVER_LIMIT_MS = 30_000;

interface ClusterOptions {
  /** Whether each member has a disk of its own. */
  readonly hasDisks: boolean;
}

const startMember = async (
  folder: string,
  name: string,
  { etcd, hasDisks }: ClusterOptions & { readonly etcd: string },
): Promise<RunningMember> => {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('Install postgresql.');
  const home = path.join(folder, `postgres-${name}`);
  await mkdir(home);
  const disk = hasDisks ? await mountSmallDisk(home, DISK) : null;
  const account = await chooseAccount(path.join(home, 'none'));
  if (account !== undefined) await chown(home, account.uid, account.gid);
  const [port, apiPort] = [await freePort(), await freePort()];
  const member = { name, data: path.join(home, 'data'), port, apiPort };
  const file = path.join(home, 'patroni.json');
  await writeFile(file, JSON.stringify(patroniConfiguration(member, { programs, etcd })));
  const part = startPart({
    folder,
    name: `patroni-${name}`,
    program: 'patroni',
    args: [file],
    account,
  });
  return { ...member, part, disk };
};

const killMember = async (member: RunningMember): Promise<void> => {
  // Patroni first, because it would start PostgreSQL again.
  await member.part.end();
  await killPostgres(member);
};

/** Patroni rejects it while it sees no replica that has every commit. */
const exchangeRoles = (primary: Member): Promise<void> =>
  waitFor('a switchover', async () => {
    const response = await fetch(`http://127.0.0.1:${primary.apiPort}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: primary.name }),
    });
    return response.ok || !(await hasRole(primary, 'primary'));
  });

/** Starts the cluster and waits for its primary; the replica is made meanwhile (`settle`). */
export const startDatabaseCluster = async (
  folder: string,
  { hasDisks }: ClusterOptions,
): Promise<DatabaseCluster> => {
  const etcd = await startEtcd(folder);
  const options = { etcd: etcd.host, hasDisks };
  const members = [
    await startMember(folder, 'one', options),
    await startMember(folder, 'two', options),
  ] as const;
  const find = async (role: Role): Promise<RunningMember | undefined> => {
    const has = await Promise.all(members.map((member) => hasRole(member, role)));
    return members[has.indexOf(true)];
  };
  const findPrimary = (): Promise<RunningMember> =>
    waitForValue('a primary', () => find('primary'));
  const otherThan = (member: RunningMember): RunningMember =>
    members[0] === member ? members[1] : members[0];

  let replica: RunningMember = members[1];
  const settle = async (): Promise<void> => {
    await findPrimary();
    replica = await waitForValue('a replica that has every commit', () => find('synchronous'));
  };
  /**
   * Takes the role from the primary and waits until both serve again, in the other's role if the
   * other had every commit.
   */
  const failOver = async (act: (primary: RunningMember) => Promise<void>): Promise<void> => {
    const primary = await findPrimary();
    await act(primary);
    const acted = performance.now();
    await waitFor('a primary', async () => {
      if (await hasRole(otherThan(primary), 'primary')) return true;
      if (performance.now() - acted < FAILOVER_LIMIT_MS) return false;
      // Patroni promotes no member that may lack a commit; the former primary has all of them.
      primary.part.start();
      return hasRole(primary, 'primary');
    });
    primary.part.start();
    await settle();
  };
  const fillDisk = async (ms: number): Promise<void> => {
    const primary = await findPrimary();
    await primary.disk?.fill();
    // The next file of the log of transactions finds no room, which ends PostgreSQL.
    await ask(primary, USER, 'SELECT pg_switch_wal()').catch(() => {});
    await sleep(ms);
    await primary.disk?.free();
    await settle();
  };
  const way = await openWay(() => replica.port);
  await ask(await findPrimary(), 'postgres', `CREATE DATABASE ${USER} TEMPLATE template0`);
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(',');

  return {
    url: `postgresql://${USER}@${hosts}/${USER}?target_session_attrs=read-write`,
    replicaUrl: `postgresql://${USER}@127.0.0.1:${way.port}/${USER}`,
    settle,
    killPrimary: () => failOver(killPostgres),
    losePrimary: () => failOver(killMember),
    switchOver: () => failOver(exchangeRoles),
    async loseReplica(awayMs) {
      const lost = otherThan(await findPrimary());
      await killMember(lost);
      await sleep(awayMs);
      lost.part.start();
      await settle();
    },
    async silenceReplica(ms) {
      way.silence();
      await sleep(ms);
      way.mend();
    },
    async loseEtcd(awayMs) {
      await etcd.part.end();
      await sleep(awayMs);
      etcd.part.start();
      await settle();
    },
    fillDisk: hasDisks ? fillDisk : null,
    query: async (statement, values) => ask(await findPrimary(), USER, statement, values),
    async end() {
      way.close();
      await Promise.all(members.map(killMember));
      await etcd.part.end();
    },
  };
};
