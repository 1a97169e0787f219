import { sql, type RawBuilder, type Transaction } from 'kysely';
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

/** Passes on what has got a successor only since its deal ended, of all deals `d` or of some. */
export const passOnLate = async (
  notices: ChangeNotices,
  among: RawBuilder<unknown> = sql`true`,
): Promise<void> => {
  await passOn(notices, among);
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
