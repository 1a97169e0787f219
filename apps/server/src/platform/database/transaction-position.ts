import { sql, type Kysely, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';

/**
 * The transactions whose changes a reader has read, as a snapshot of PostgreSQL. One that commits
 * later is not among them, however long ago it began.
 */
export interface TransactionPosition {
  /** As PostgreSQL writes the snapshot: `xmin:xmax:running,running`. */
  readonly snapshot: string;
  /** The history of the server: a failover may undo transactions and use their numbers again. */
  readonly timeline: string;
}

/** Transactions from one number up to another, which is excluded. */
export interface TransactionRange {
  readonly from: number;
  readonly to: number;
}

const positionSchema = z.tuple([z.object({ snapshot: z.string(), timeline: z.string() })]);

/** The first digits of a file of the write-ahead log name the timeline. */
const TIMELINE = sql`left(pg_walfile_name(pg_current_wal_lsn()), 8)`;

/** The position of a reader that has read all that is visible now. */
export const readPosition = async <Tables>(
  database: Kysely<Tables>,
): Promise<TransactionPosition> => {
  const { rows } = await sql`
    SELECT pg_current_snapshot()::text AS snapshot, ${TIMELINE} AS timeline`.execute(database);
  return expectShape(positionSchema, rows)[0];
};

const partsOf = (snapshot: string) => {
  const [, next, running] = snapshot.split(':');
  return {
    /** The number of the next transaction. */
    next: Number(next),
    /** The transactions below `next` that had not ended. */
    running: running === undefined || running === '' ? [] : running.split(',').map(Number),
  };
};

/** Whether the database is another one, or lost transactions that the reader has read. */
export const isLost = (read: TransactionPosition, now: TransactionPosition): boolean =>
  read.timeline !== now.timeline || partsOf(read.snapshot).next > partsOf(now.snapshot).next;

/**
 * The transactions whose changes are visible now and were not at a former position (a snapshot;
 * null: none were).
 */
export const transactionsSince = (
  read: string | null,
  now: string,
): readonly TransactionRange[] => {
  const { next, running } = partsOf(now);
  if (read === null) return [{ from: 0, to: next }];
  const before = partsOf(read);
  const ended = before.running.filter((xid) => !running.includes(xid));
  return [
    ...ended.map((xid) => ({ from: xid, to: xid + 1 })),
    ...(next > before.next ? [{ from: before.next, to: next }] : []),
  ];
};

/** A row by the transaction that wrote it and its id. */
interface RowKey {
  readonly xid: number;
  readonly id: number | string;
}

/** Whether the key of a row, by its columns, is within the range and after another key. */
export const isNextInRange = (
  columns: { readonly xid: string; readonly id: string },
  range: TransactionRange,
  after: RowKey | null,
): RawBuilder<boolean> =>
  after === null
    ? isInRange(columns.xid, range)
    : sql`${isInRange(columns.xid, range)} AND (${sql.ref(columns.xid)}, ${sql.ref(columns.id)}) > (${String(after.xid)}::xid8, ${after.id})`;

/** Reads the rows of ranges in the order of their keys, in pages of the given size. */
export async function* readPages<Row extends RowKey>(
  ranges: readonly TransactionRange[],
  size: number,
  read: (range: TransactionRange, after: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (const range of ranges) {
    let after: Row | null = null;
    for (;;) {
      const rows: readonly Row[] = await read(range, after);
      yield rows;
      if (rows.length < size) break;
      after = rows.at(-1) ?? null;
    }
  }
}

/** Whether a column of transactions, such as `d.change_xid`, is within the range. */
export const isInRange = (column: string, { from, to }: TransactionRange): RawBuilder<boolean> =>
  sql`(${sql.ref(column)} >= ${String(from)}::xid8 AND ${sql.ref(column)} < ${String(to)}::xid8)`;
