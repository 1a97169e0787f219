import type { Pool } from 'mysql2/promise';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { SearchServer } from '#config/search-url.ts';
import { withDeadline } from '#platform/with-deadline.ts';
import { messageOf } from '#platform/message-of.ts';

/** Thrown if a server of the search tables does not answer, or rejects a statement. */
export class TablesUnavailableError extends Error {
  override readonly name = 'TablesUnavailableError';
}

/** A server that speaks SphinxQL. */
export interface TablesServer {
  /**
   * The result of each statement, all sent in one message. Its deadline is that of the server unless
   * another one is given, in milliseconds.
   *
   * @throws TablesUnavailableError
   */
  query(statements: readonly string[], deadline?: number): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

export interface TablesServerOptions extends SearchServer {
  readonly user: string;
  readonly password: string;
  /** Milliseconds for all statements of a message. */
  readonly deadline: number;
  readonly maxConnections: number;
}

/** Messages that wait for a connection; further ones are rejected. */
const LONGEST_QUEUE = 200;
const CONNECT_LIMIT_MS = 1_000;

const resultsSchema = z.array(z.unknown());

const metaSchema = z.array(z.object({ Variable_name: z.string(), Value: z.string() }));

/** By the result of `SHOW META`, which shards did not answer the statement before it; null if all did. */
export const warningOf = (meta: unknown): string | null =>
  expectShape(metaSchema, meta).find(({ Variable_name: name }) => name === 'warning')?.Value ??
  null;

const openPool = async (options: TablesServerOptions): Promise<Pool> => {
  const { createPool } = await import('mysql2/promise');
  const { host, port, user, password, maxConnections } = options;
  return createPool({
    host,
    port,
    user,
    password,
    connectionLimit: maxConnections,
    queueLimit: LONGEST_QUEUE,
    connectTimeout: CONNECT_LIMIT_MS,
    multipleStatements: true,
    supportBigNumbers: true,
  });
};

/** Connects with the first statement. The driver is loaded then, so a product without search tables never loads it. */
export const openTablesServer = (options: TablesServerOptions): TablesServer => {
  let pool: Promise<Pool> | null = null;

  const ask = async (sql: string, timeout: number): Promise<unknown> => {
    pool ??= openPool(options);
    const connection = await (await pool).getConnection();
    try {
      const [result] = await connection.query({ sql, timeout });
      connection.release();
      return result;
    } catch (error) {
      // What an unfinished statement returns later must not be read as the result of another one.
      connection.destroy();
      throw error;
    }
  };

  return {
    async query(statements, deadline = options.deadline) {
      try {
        const result = await withDeadline(ask(statements.join('; '), deadline), deadline);
        return statements.length === 1 ? [result] : expectShape(resultsSchema, result);
      } catch (error) {
        const reason = messageOf(error);
        throw new TablesUnavailableError(`${options.host}:${options.port}: ${reason}`, {
          cause: error,
        });
      }
    },
    async close() {
      const opened = await pool;
      pool = null;
      await opened?.end();
    },
  };
};
