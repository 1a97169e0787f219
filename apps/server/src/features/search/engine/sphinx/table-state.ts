import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { TransactionPosition } from '#platform/database/transaction-position.ts';
import type { TablesServer } from './connection.ts';
import { quoted, STATE_TABLE, type Generation } from './tables.ts';

/** What the tables of a server hold. */
export interface TableState {
  /** The tables that serve. */
  readonly generation: Generation;
  /** They have all changes of this position. */
  readonly position: TransactionPosition;
  /** The code that analysed the words in them. */
  readonly digest: string;
  /** Rises with every change. */
  readonly serial: number;
  /** Milliseconds since the epoch. */
  readonly followedAt: number;
}

/** Milliseconds to read the state: a process that waits for a silent server writes nothing meanwhile. */
const READ_LIMIT_MS = 5_000;

const rowSchema = z.array(
  z.object({
    generation: z.enum(['a', 'b']),
    snapshot: z.string(),
    timeline: z.string(),
    digest: z.string(),
    serial: z.int(),
    followed_at: z.int(),
  }),
);

/** Null if the server's tables are empty. */
export const readState = async (server: TablesServer): Promise<TableState | null> => {
  const statement = `SELECT generation, snapshot, timeline, digest, serial, followed_at FROM ${STATE_TABLE} WHERE id=1`;
  const [rows] = await server.query([statement], READ_LIMIT_MS);
  const [row] = expectShape(rowSchema, rows);
  if (row === undefined) return null;
  const { snapshot, timeline, followed_at: followedAt, ...rest } = row;
  return { ...rest, position: { snapshot, timeline }, followedAt };
};

export const writeState = async (
  shard: { query(statements: readonly string[]): Promise<unknown> },
  state: TableState,
): Promise<void> => {
  const { generation, position, digest, serial, followedAt } = state;
  const texts = [generation, position.snapshot, position.timeline, digest].map(quoted);
  await shard.query([
    `REPLACE INTO ${STATE_TABLE} (id, unused, generation, snapshot, timeline, digest, serial, followed_at) VALUES (1, '', ${texts.join()}, ${serial}, ${followedAt})`,
  ]);
};

/**
 * What all servers hold. A process that ended while it wrote their states, or a copy that was away,
 * leaves them different: the newest one names the tables, and the oldest one with these tables the
 * position that all of them have.
 */
export const commonState = (states: readonly TableState[]): TableState | null => {
  const newestFirst = states.toSorted((one, other) => other.serial - one.serial);
  const generation = newestFirst[0]?.generation;
  return newestFirst.findLast((state) => state.generation === generation) ?? null;
};
