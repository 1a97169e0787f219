import {
  isLost,
  readPosition,
  type TransactionPosition,
} from '#platform/database/transaction-position.ts';
import type { Database } from '#schema/schema.ts';
import { DealIndex } from '../index/deal-index.ts';
import { SegmentBuilder } from '../index/segment-builder.ts';
import { estimateDeals, readChanges, readLiveDeals, type Changes } from './changes.ts';

/** Deals that loading puts into one segment. */
const SEGMENT_SIZE = 65_536;

/** Thrown if the database has lost changes that the index has, as after some failovers. */
export class PositionLostError extends Error {
  override readonly name = 'PositionLostError';
}

/** Returns false to cancel. */
export type OnProgress = (done: number, expected: number) => boolean;

export interface ReplicaOptions {
  readonly database: Database;
  /** Called after each batch of changes that was applied to the index. */
  readonly onApplied?: () => void;
}

/**
 * Keeps an index equal to the deals in PostgreSQL. `follow` reads the changes of all transactions
 * that its snapshot sees and the former one did not, so a transaction that commits late is found,
 * and one that stays open delays no other.
 */
export class Replica {
  readonly index: DealIndex;
  readonly #database: Database;
  readonly #onApplied: () => void;
  #position: TransactionPosition;

  private constructor(index: DealIndex, position: TransactionPosition, options: ReplicaOptions) {
    this.index = index;
    this.#database = options.database;
    this.#onApplied = options.onApplied ?? (() => {});
    this.#position = position;
  }

  /** Resumes from an index read from a snapshot. */
  static resume(index: DealIndex, position: TransactionPosition, options: ReplicaOptions): Replica {
    return new Replica(index, position, options);
  }

  /** Reads all live deals; null if it was cancelled. */
  static async load(options: ReplicaOptions, onProgress: OnProgress): Promise<Replica | null> {
    const { database } = options;
    const position = await readPosition(database);
    const deals = await estimateDeals(database);
    const index = new DealIndex();
    let builder = new SegmentBuilder(index.dictionaries);
    let done = 0;
    for await (const batch of readLiveDeals(database)) {
      if (done > 0 && !onProgress(done, Math.max(done, deals))) return null;
      for (const deal of batch.changed) builder.add(deal);
      if (builder.size >= SEGMENT_SIZE) {
        index.addSegment(builder.build());
        builder = new SegmentBuilder(index.dictionaries);
      }
      done += batch.count;
    }
    if (builder.size > 0) index.addSegment(builder.build());
    return new Replica(index, position, options);
  }

  /** The index has all changes of this position. */
  get position(): TransactionPosition {
    return this.#position;
  }

  /** Applies all changes that became visible since the last time, and returns their number. */
  async follow(): Promise<number> {
    const now = await readPosition(this.#database);
    if (isLost(this.#position, now))
      throw new PositionLostError('The database has another history than the index.');
    let count = 0;
    for await (const changes of readChanges(this.#database, this.#position, now)) {
      this.#apply(changes);
      count += changes.count;
    }
    this.#position = now;
    return count;
  }

  #apply({ changed, removed }: Changes): void {
    this.index.apply(changed, removed);
    if (changed.length > 0 || removed.length > 0) this.#onApplied();
  }
}
