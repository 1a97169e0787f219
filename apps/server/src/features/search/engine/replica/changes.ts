import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { expectShape, parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import {
  isInRange,
  isNextInRange,
  readPosition,
  transactionsSince,
  type TransactionPosition,
  type TransactionRange,
} from '#platform/database/transaction-position.ts';
import type { Database } from '#schema/schema.ts';
import { dealsAndSources, isLive, searchableColumns } from '../postgres/conditions.ts';
import { searchableDealSchema, type SearchableDeal } from '../searchable-deal.ts';
import { everyId, rangesOf, type IdRange } from './id-ranges.ts';

/** Deals read at once. */
const BATCH_SIZE = 2_000;

const changeSchema = searchableDealSchema.extend({ live: z.boolean() });
const changeKeySchema = z.object({ id: z.int(), xid: z.int() });

/** A change of a deal: its transaction and the deal's id. */
interface ChangeCursor {
  readonly xid: number;
  readonly id: number;
}

/** Changed deals: those that can be found, and the ids of those that no longer can. */
export interface Changes {
  readonly changed: readonly SearchableDeal[];
  readonly removed: readonly number[];
  /** The number of rows read. */
  readonly count: number;
}

interface Batch extends Changes {
  /** The last row read. */
  readonly last: ChangeCursor | null;
}

const read = async (
  database: Database,
  condition: RawBuilder<boolean>,
  tail: RawBuilder<unknown>,
): Promise<Batch> => {
  const { rows } = await sql`
    SELECT ${searchableColumns}, ${isLive} AS live, d.change_xid::text::bigint AS xid
    FROM ${dealsAndSources} WHERE ${condition} ${tail}`.execute(database);
  const changed: SearchableDeal[] = [];
  const removed: number[] = [];
  for (const row of rows) {
    // A row that does not match the schema (of a removed category, for example) must not block the
    // rest.
    const { data } = parseUntrusted(changeSchema, row);
    if (data?.live === true) changed.push(data);
    else removed.push(expectShape(changeKeySchema, row).id);
  }
  const last = rows.at(-1);
  return {
    changed,
    removed,
    count: rows.length,
    last: last === undefined ? null : expectShape(changeKeySchema, last),
  };
};

/** Whether more rows may follow a batch. */
const isFull = ({ count }: Batch): boolean => count === BATCH_SIZE;

/**
 * Reads batch after batch; the database reads the next one while the caller uses the last one.
 * `readNext` begins to read what follows a batch, at first none; null at the end.
 */
const inBatches = async function* (
  readNext: (last: Batch | null) => Promise<Batch> | null,
): AsyncGenerator<Changes> {
  let next = readNext(null);
  try {
    while (next !== null) {
      const batch: Batch = await next;
      next = readNext(batch);
      // Its failure is thrown when it is the next one's turn.
      next?.catch(() => {});
      yield batch;
    }
  } finally {
    // A caller that reads no further may close the database.
    await next?.catch(() => {});
  }
};

/** Deals that transactions of a range have changed, after one change, in the order of the changes. */
const readChangesAfter = (
  database: Database,
  range: TransactionRange,
  after: ChangeCursor | null,
): Promise<Batch> =>
  read(
    database,
    isNextInRange({ xid: 'd.change_xid', id: 'd.id' }, range, after),
    sql`ORDER BY d.change_xid, d.id LIMIT ${BATCH_SIZE}`,
  );

/**
 * All changes of deals by transactions that one position sees and an earlier one does not, in
 * batches.
 */
export const readChanges = async function* (
  database: Database,
  since: TransactionPosition,
  now: TransactionPosition,
): AsyncGenerator<Changes> {
  for (const range of transactionsSince(since.snapshot, now.snapshot))
    yield* inBatches((last) =>
      last === null || isFull(last) ? readChangesAfter(database, range, last?.last ?? null) : null,
    );
};

/** The live deals of ranges of ids, each by id, in batches. */
export const readLiveDeals = (
  database: Database,
  nextRange = rangesOf([everyId]),
): AsyncGenerator<Changes> => {
  let range: IdRange | null = null;
  return inBatches((last) => {
    const isWithin = last !== null && isFull(last);
    if (!isWithin) range = nextRange();
    if (range === null) return null;
    const after = (isWithin ? last.last?.id : null) ?? range.after;
    return read(
      database,
      sql`d.id > ${after} AND d.id <= ${range.upTo} AND ${isLive}`,
      sql`ORDER BY d.id LIMIT ${BATCH_SIZE}`,
    );
  });
};

/** Those of some deals that can be found. */
export const readLiveByIds = async (
  database: Database,
  ids: readonly number[],
): Promise<readonly SearchableDeal[]> =>
  (await read(database, sql`d.id = ANY(${ids}::bigint[])`, sql``)).changed;

const countSchema = z.tuple([z.object({ deals: z.int() })]);

/** Changed deals counted at most. */
const COUNTED_AT_MOST = 100_000;

/** The number of deals with changes after a position, up to a maximum. */
export const countUnread = async (database: Database, snapshot: string): Promise<number> => {
  const now = await readPosition(database);
  const ranges = transactionsSince(snapshot, now.snapshot);
  if (ranges.length === 0) return 0;
  const { rows } = await sql`
    SELECT count(*) AS deals FROM (
      SELECT FROM deals d
       WHERE ${sql.join(
         ranges.map((range) => isInRange('d.change_xid', range)),
         sql` OR `,
       )} LIMIT ${COUNTED_AT_MOST}) unread`.execute(database);
  return expectShape(countSchema, rows)[0].deals;
};

const planSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.int() }) })]) }),
]);

/** PostgreSQL's estimate of the number of deals, from the present size of the table. */
export const estimateDeals = async (database: Database): Promise<number> => {
  const { rows } = await sql`EXPLAIN (FORMAT JSON) SELECT FROM deals`.execute(database);
  return expectShape(planSchema, rows)[0]['QUERY PLAN'][0].Plan['Plan Rows'];
};
