import { sql, type RawBuilder, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { isInRange } from '#platform/database/transaction-position.ts';
import { readUnreadChanges } from '#features/deals/api.ts';
import type { Database, Schema } from '#schema/schema.ts';
import type { NoticePublisher, Notify } from './notice-publisher.ts';

/** The deals that took the place of ended ones. */
export interface PassedOn {
  readonly successors: readonly number[];
  /** False if some deals may get a successor soon. */
  readonly isComplete: boolean;
}

/** How users are notified of changes of deals `d` that they follow. */
export interface ChangeNotices {
  readonly database: Database;
  readonly noticePublisher: NoticePublisher;
  /** Names the reader of the changes. */
  readonly reader: string;
  /** Passes what users follow of ended deals on to the deals that replace them. */
  passOn(transaction: Transaction<Schema>, among: RawBuilder<unknown>): Promise<PassedOn>;
  /** Notifies of some changes of these deals; returns their number, 0 if none is left. */
  notifyAmong(
    transaction: Transaction<Schema>,
    notify: Notify,
    among: RawBuilder<unknown>,
  ): Promise<number>;
}

/**
 * Runs a transaction. Concurrent runs take turns: one that skipped what another has taken could end
 * before the other fails, and store that all changes were read.
 */
const runAlone = <Result>(
  { noticePublisher, reader }: ChangeNotices,
  work: (transaction: Transaction<Schema>, notify: Notify) => Promise<Result>,
): Promise<Result> =>
  noticePublisher.transaction(async (transaction, notify) => {
    await oneAtATime(transaction, reader);
    return work(transaction, notify);
  });

/** Passes on what is followed, and notifies of what is new there. Returns `isComplete`. */
const passOn = (notices: ChangeNotices, among: RawBuilder<unknown>): Promise<boolean> =>
  runAlone(notices, async (transaction, notify) => {
    const { successors, isComplete } = await notices.passOn(transaction, among);
    const passed = isOneOf('d.id', successors, 'bigint');
    while (successors.length > 0 && (await notices.notifyAmong(transaction, notify, passed)) > 0);
    return isComplete;
  });

/** Deals that one run of `passOnLate` looks at. */
const LATE_AT_ONCE = 5_000;

const dealIdsSchema = z.array(z.object({ deal_id: z.int() }));

/**
 * Returns a job that passes on what has got a successor only since its deal ended. `followed` selects
 * `deal_id` of what may be passed on. Each run looks at the next of these deals, and after the last at
 * the first again, because what never gets a successor accumulates. The first run begins anywhere, so
 * that all have their turn though processes restart.
 */
export const passOnLate = (
  notices: ChangeNotices,
  followed: RawBuilder<unknown>,
  atOnce = LATE_AT_ONCE,
): (() => Promise<void>) => {
  const deals = sql`(${followed}) AS followed`;
  const read = async (range: RawBuilder<unknown>, limit: number): Promise<readonly number[]> => {
    const { rows } = await sql`
      SELECT DISTINCT deal_id FROM ${deals} WHERE ${range} ORDER BY deal_id LIMIT ${limit}`.execute(
      notices.database,
    );
    return expectShape(dealIdsSchema, rows).map(({ deal_id }) => deal_id);
  };
  const start = async (): Promise<number> => {
    const { rows } = await sql`
      SELECT floor(random() * coalesce(max(deal_id), 0))::bigint AS deal_id FROM ${deals}`.execute(
      notices.database,
    );
    return expectShape(dealIdsSchema, rows)[0]?.deal_id ?? 0;
  };
  let last: number | null = null;
  return async () => {
    const after = last ?? (await start());
    const later = await read(sql`deal_id > ${after}`, atOnce);
    const rest = atOnce - later.length;
    const ids = rest === 0 ? later : [...later, ...(await read(sql`deal_id <= ${after}`, rest))];
    // If these fail, the next ones still have their turn.
    last = ids.at(-1) ?? null;
    await passOn(notices, isOneOf('d.id', ids, 'bigint'));
  };
};

/**
 * Notifies users of all unread changes, after what they follow was passed on. The same changes are
 * read again while some successors are not known yet.
 */
export const notifyOfChanges = (notices: ChangeNotices): Promise<void> =>
  readUnreadChanges(notices.database, notices.reader, async ({ ranges }) => {
    let isComplete = true;
    for (const range of ranges) {
      const among = isInRange('d.change_xid', range);
      isComplete = (await passOn(notices, among)) && isComplete;
      // A batch may be smaller because its users have changed what they follow meanwhile.
      let taken: number;
      do {
        taken = await runAlone(notices, (transaction, notify) =>
          notices.notifyAmong(transaction, notify, among),
        );
      } while (taken > 0);
    }
    return isComplete;
  });
