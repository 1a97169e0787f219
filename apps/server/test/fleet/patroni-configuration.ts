/** The account of the database, and the database's name. */
export const USER = 'izgodno';

/** One member of the cluster: a PostgreSQL and the Patroni that starts it. */
export interface Member {
  readonly name: string;
  readonly data: string;
  readonly port: number;
  /** Of Patroni's own interface. */
  readonly apiPort: number;
}

interface Surroundings {
  /** The folder of PostgreSQL's programs. */
  readonly programs: string;
  /** Host and port of etcd. */
  readonly etcd: string;
}

/**
 * Seconds: a lost primary's lease ends after `ttl`, and only then another takes over. Patroni's own
 * defaults (30, 10, 10) are for networks; the members here are on one machine.
 */
const TIMES = { ttl: 6, loop_wait: 1, retry_timeout: 2 };

/** What applies to all members, kept in etcd. */
const clusterSettings = {
  ...TIMES,
  // Commits wait for the replica while it streams, so a failover loses none.
  synchronous_mode: true,
  // Without etcd the primary continues as long as it reaches all members.
  failsafe_mode: true,
  // A primary whose PostgreSQL has ended is replaced at once, not started again first.
  primary_start_timeout: 0,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 200,
      hot_standby_feedback: 'on',
      wal_keep_size: '64MB',
      max_wal_size: '128MB',
      // No spare files of the log of transactions, so that a full disk is one at once.
      wal_recycle: 'off',
    },
  },
};

/** Patroni's configuration of a member; it reads JSON as YAML. */
export const patroniConfiguration = (member: Member, { programs, etcd }: Surroundings) => {
  const api = `127.0.0.1:${member.apiPort}`;
  const address = `127.0.0.1:${member.port}`;
  const account = { username: USER };
  return {
    scope: 'izgodno',
    name: member.name,
    restapi: { listen: api, connect_address: api },
    etcd3: { hosts: [etcd] },
    bootstrap: {
      dcs: clusterSettings,
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'no-sync'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: member.data,
      bin_dir: programs,
      pgpass: `${member.data}.pgpass`,
      parameters: { unix_socket_directories: '', fsync: 'off' },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      authentication: { superuser: account, replication: account, rewind: account },
      basebackup: [{ checkpoint: 'fast' }],
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  };
};
