import {
  isLost,
  readPosition,
  type TransactionPosition,
} from '#platform/database/transaction-position.ts';
import type { Database } from '#schema/schema.ts';
import { DealIndex } from '../index/deal-index.ts';
import { Renumbering, type ForeignSegment } from '../index/renumber.ts';
import { buildSegments } from './build-segments.ts';
import { estimateDeals, readChanges, type Changes } from './changes.ts';
import { cutIds, everyId, rangesOf, shareRanges, type SharedRanges } from './id-ranges.ts';

/** Thrown if the database has lost changes that the index has, as after some failovers. */
export class PositionLostError extends Error {
  override readonly name = 'PositionLostError';
}

/** Returns false to cancel. */
export type OnProgress = (done: number, expected: number) => boolean;

/** What loading does in several threads. */
export interface BuildTask {
  readonly threads: number;
  readonly ranges: SharedRanges;
  readonly segmentSize: number;
  /** Called with the number of deals after they were read; false cancels. */
  readonly onRead: (count: number) => boolean;
  /** Makes what takes the segments of one thread. */
  readonly newReceiver: () => (segment: ForeignSegment) => void;
}

/** Threads that build segments. */
export interface Builders {
  /** The most of them. */
  readonly most: number;
  /** Resolves when all have ended; to false if it was cancelled. Rejects if one of them fails. */
  readonly build: (task: BuildTask) => Promise<boolean>;
  /** Called when an index was loaded, also without these threads. */
  readonly onLoaded: () => void;
}

export interface LoadOptions extends ReplicaOptions {
  /** Without them, and for few deals, this thread builds the index alone. */
  readonly builders?: Builders;
  /** Deals of a segment, and of a range that a thread reads. */
  readonly sizes?: { readonly segment: number; readonly range: number };
}

/** A range is read in a few batches. */
const SIZES = { segment: 65_536, range: 8_192 };

export interface ReplicaOptions {
  readonly database: Database;
  /** Called after each batch of changes that was applied to the index. */
  readonly onApplied?: () => void;
}

/** Adds all live deals to an empty index; returns false if `onRead` did. */
const fill = async (
  index: DealIndex,
  database: Database,
  segmentSize: number,
  onRead: BuildTask['onRead'],
): Promise<boolean> => {
  const steps = buildSegments({
    database,
    nextRange: rangesOf([everyId]),
    segmentSize,
    nextDictionaries: () => index.dictionaries,
  });
  for await (const { count, built } of steps) {
    if (built !== null) index.addSegment(built.segment);
    if (!onRead(count)) return false;
  }
  return true;
};

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

  /**
   * Reads all live deals, in several threads if each has a segment to build; null if it was cancelled.
   */
  static async load(options: LoadOptions, onProgress: OnProgress): Promise<Replica | null> {
    const { database, builders, sizes = SIZES } = options;
    const position = await readPosition(database);
    const deals = await estimateDeals(database);
    const index = new DealIndex();
    let done = 0;
    const onRead = (count: number): boolean => {
      done += count;
      return onProgress(done, Math.max(done, deals));
    };
    const threads = Math.min(builders?.most ?? 1, Math.floor(deals / sizes.segment));
    const isWhole =
      builders === undefined || threads < 2
        ? await fill(index, database, sizes.segment, onRead)
        : await builders.build({
            threads,
            ranges: shareRanges(await cutIds(database, deals, sizes.range)),
            segmentSize: sizes.segment,
            onRead,
            newReceiver: () => {
              const renumbering = new Renumbering(index.dictionaries);
              return (built) => {
                const segment = renumbering.renumber(built);
                // While the threads build the next ones.
                Array.from(segment.prepare());
                index.addSegment(segment);
              };
            },
          });
    if (!isWhole) return null;
    builders?.onLoaded();
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
