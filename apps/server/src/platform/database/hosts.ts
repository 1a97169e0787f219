import { Client, type ClientConfig } from 'pg';
import { readDatabaseUrl, type DatabaseHost } from '#config/database-url.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** Milliseconds for a host to say whether it accepts writes. */
const CHECK_LIMIT_MS = 1_500;

/** Thrown while each host is a standby or away. Its code is that of a write on a standby. */
class NoWritableHostError extends Error {
  override readonly name = 'NoWritableHostError';
  readonly code = '25006';
}

/** Throws if the host is away or accepts no writes. */
const requireWritable = async (config: ClientConfig, host: DatabaseHost): Promise<DatabaseHost> => {
  const client = new Client({
    ...config,
    application_name: 'izgodno-host',
    connectionTimeoutMillis: CHECK_LIMIT_MS,
    query_timeout: CHECK_LIMIT_MS,
  });
  Object.assign(client, host);
  // A lost connection rejects the query; without a listener it would also end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>(
      'SHOW transaction_read_only',
    );
    if (rows[0]?.transaction_read_only !== 'off')
      throw new NoWritableHostError('The database is a standby.');
    return host;
  } finally {
    void client.end().catch(() => {});
  }
};

/** The first of the hosts to accept writes. */
const findWritable = async (
  config: ClientConfig,
  hosts: readonly DatabaseHost[],
): Promise<DatabaseHost> => {
  try {
    return await Promise.any(hosts.map((host) => requireWritable(config, host)));
  } catch (error) {
    const reasons: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
    // A wrong password is no reason to wait.
    const lasting = reasons.find((reason) => !isDatabaseUnavailable(reason));
    throw (
      lasting ??
      new NoWritableHostError('No host of the database accepts writes.', { cause: error })
    );
  }
};

/** Idle milliseconds after which the system checks whether the server still responds. */
const KEEP_ALIVE_MS = 10_000;
/** Of every connection, so that one to a server that vanished is noticed. */
const connectionLimits = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
} as const;

/**
 * Lets PostgreSQL learn within 20 s that this machine has vanished without closing the connection.
 * Until then the session holds its locks: two hours, by the usual setting of the system.
 */
export const KEEP_SERVER_ALIVE = `
  SET tcp_keepalives_idle = 10;
  SET tcp_keepalives_interval = 2;
  SET tcp_keepalives_count = 5`;

/** What `Client`, `Pool` and pg-boss need to connect. */
export interface Connecting extends Readonly<typeof connectionLimits> {
  readonly connectionString: string;
  readonly Client: new (config?: ClientConfig) => Client;
}

/**
 * Connects to the database of a connection string. Of several hosts each connection gets the one
 * that accepts writes, first the last one that did, so that a failover is followed by new
 * connections.
 */
export const connectingTo = (given: string): Connecting => {
  const { connectionString, hosts, isChecked } = readDatabaseUrl(given);
  if (!isChecked) return { ...connectionLimits, connectionString, Client };
  let [last] = hosts;

  const choose = async (config: ClientConfig): Promise<DatabaseHost> => {
    const first = last;
    const others = hosts.filter((host) => host !== first);
    last = await (first === undefined
      ? findWritable(config, others)
      : requireWritable(config, first).catch((error: unknown) => {
          if (others.length === 0) throw error;
          return findWritable(config, others);
        }));
    return last;
  };

  class WritingClient extends Client {
    readonly #config: ClientConfig;

    constructor(config: ClientConfig = {}) {
      super(config);
      // A pool listens once it learns that the connection is open; the server may end it before.
      this.on('error', () => {});
      this.#config = config;
    }

    override connect(): Promise<Client>;
    override connect(
      callback: ((error: Error) => void) | ((error: null, client: Client) => void),
    ): void;
    override connect(
      callback?: ((error: Error) => void) | ((error: null, client: Client) => void),
    ): Promise<Client> | void {
      if (callback === undefined) return this.#connect();
      void this.#connectFor((...outcome) => void Reflect.apply(callback, this, outcome));
    }

    async #connectFor(report: (...outcome: readonly unknown[]) => void): Promise<void> {
      try {
        await this.#connect();
      } catch (error) {
        report(error);
        return;
      }
      report(null, this);
    }

    async #connect(): Promise<Client> {
      Object.assign(this, await choose(this.#config));
      return super.connect();
    }
  }
  return { ...connectionLimits, connectionString, Client: WritingClient };
};
