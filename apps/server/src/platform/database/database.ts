import { Kysely, PostgresDialect, type TransactionBuilder } from 'kysely';
import { Pool, types } from 'pg';
import { runWithActions } from './after-commit.ts';
import { repeatAborted } from './repeat-aborted.ts';
import { connectingTo, KEEP_SERVER_ALIVE } from './hosts.ts';
import { preparingPool } from './prepared-statements.ts';

const BIGINT_OID = 20;

const parseBigint = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`);
  return value;
};

types.setTypeParser(BIGINT_OID, parseBigint);

export interface DatabaseHandle<Tables> {
  readonly database: Kysely<Tables>;
  /** For what Kysely does not cover: COPY, cursors, advisory locks. */
  readonly pool: Pool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly connectionString: string;
  readonly maxConnections?: number;
  /**
   * Milliseconds for one statement of Kysely's; the pool's own statements, such as COPY, have no
   * limit. PostgreSQL then also ends abandoned transactions and statements. Without it nothing is
   * limited, as commands need that read for hours.
   */
  readonly statementLimit?: number;
  /** Called when an idle connection fails; the pool replaces it by itself. */
  readonly onIdleError?: (error: Error) => void;
}

/**
 * Repeats a transaction that PostgreSQL aborted because of a deadlock: deleting an account locks
 * rows of many tables in another order than other transactions. A transaction's effects outside the
 * database may happen twice.
 */
class RepeatingDatabase<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (callback) => repeatAborted(() => runWithActions(execute, callback));
    return builder;
  }
}

/** Milliseconds for a statement of a server; the slowest page of the index's load takes about one. */
export const STATEMENT_LIMIT_MS = 30_000;
/**
 * Milliseconds after which all that was being written at a moment is stored or rejected: its statement
 * has ended, and one that it waited for.
 */
export const IN_FLIGHT_MS = 2 * STATEMENT_LIMIT_MS;
// Parallel workers take 10 ms to start, and a processor each from the calls that run beside.
const SESSION_LIMITS = `${KEEP_SERVER_ALIVE};
  SET max_parallel_workers_per_gather = 0;
  SET idle_in_transaction_session_timeout = '60s';
  SET client_connection_check_interval = '10s'`;

export const openDatabase = <Tables>(options: DatabaseOptions): DatabaseHandle<Tables> => {
  const { statementLimit } = options;
  const pool = new Pool({
    ...connectingTo(options.connectionString),
    max: options.maxConnections ?? 16,
    application_name: 'izgodno',
    // Not as parameters of the connection, which poolers reject.
    // oxlint-disable-next-line typescript/no-misused-promises -- the library waits for the promise
    onConnect: async (client) => {
      if (statementLimit !== undefined) await client.query(SESSION_LIMITS);
    },
  });
  // Without an `error` listener on the pool a lost database ends the process.
  let isClosing = false;
  pool.on('error', (error) => {
    if (!isClosing) options.onIdleError?.(error);
  });
  // The pool's listener covers idle connections only. A borrowed connection that fails rejects its
  // query, and without a listener ends the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  const database = new RepeatingDatabase<Tables>({
    dialect: new PostgresDialect({ pool: preparingPool(pool, statementLimit) }),
  });
  const close = (): Promise<void> => {
    isClosing = true;
    return database.destroy();
  };
  return { database, pool, close };
};
