import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { DealIndex } from '../index/deal-index.ts';
import { SegmentBuilder } from '../index/segment-builder.ts';
import type { FollowedTo } from '../snapshot/snapshot.ts';
import {
  readChangesAfter,
  readDeals,
  readExtent,
  readLiveDealsAfter,
  readVersionsAfter,
  type Changes,
} from './changes.ts';

/** Deals read and indexed at once. */
const BATCH_SIZE = 2_000;
/** Change numbers compared at once. */
const VERSIONS_BATCH_SIZE = 10_000;
/** Deals that loading puts into one segment. */
const SEGMENT_SIZE = 65_536;

/**
 * Writers end a transaction within 10 s of taking its first change number, so all numbers below one
 * that was seen this long ago are committed. Milliseconds.
 */
export const SETTLE_TIME = 15_000;

interface Sighting {
  readonly time: number;
  readonly version: number;
}

/** Returns false to cancel. */
export type OnProgress = (done: number, expected: number) => boolean;

export interface ReplicaOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly settleTime?: number;
  /** Called after each batch of changes that was applied to the index. */
  readonly onApplied?: () => void;
}

/**
 * Keeps an index equal to the deals in PostgreSQL. Every change of a deal takes the next change
 * number, so `follow` reads on from the highest number seen. Numbers are committed out of order, so
 * `reconcile` compares the versions of all deals above the highest settled number, and fetches
 * those that `follow` missed.
 */
export class Replica {
  readonly index: DealIndex;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #settleTime: number;
  readonly #onApplied: () => void;
  #lastVersion: number;
  #settledVersion: number;
  #sightings: Sighting[] = [];

  private constructor(index: DealIndex, followed: FollowedTo, options: ReplicaOptions) {
    this.index = index;
    this.#database = options.database;
    this.#clock = options.clock;
    this.#settleTime = options.settleTime ?? SETTLE_TIME;
    this.#onApplied = options.onApplied ?? (() => {});
    this.#lastVersion = followed.lastVersion;
    this.#settledVersion = followed.settledVersion;
  }

  /** Resumes from an index read from a snapshot. */
  static resume(index: DealIndex, followed: FollowedTo, options: ReplicaOptions): Replica {
    return new Replica(index, followed, options);
  }

  /** Reads all live deals; null if it was cancelled. */
  static async load(options: ReplicaOptions, onProgress: OnProgress): Promise<Replica | null> {
    const { database, clock } = options;
    const time = clock.now();
    const { deals, version } = await readExtent(database);
    const index = new DealIndex();
    let builder = new SegmentBuilder();
    let done = 0;
    let next = readLiveDealsAfter(database, 0, BATCH_SIZE);
    for (;;) {
      const batch = await next;
      const isLast = batch.count < BATCH_SIZE;
      // The database reads the next deals while these are analysed.
      if (!isLast) next = readLiveDealsAfter(database, batch.lastId, BATCH_SIZE);
      for (const deal of batch.changed) builder.add(deal);
      if (builder.size >= SEGMENT_SIZE || (isLast && builder.size > 0)) {
        index.addSegment(builder.build(index.catalogue));
        builder = new SegmentBuilder();
      }
      done += batch.count;
      if (isLast) break;
      if (!onProgress(done, Math.max(done, deals))) {
        await next;
        return null;
      }
    }
    const replica = new Replica(index, { lastVersion: version, settledVersion: 0 }, options);
    replica.#sightings.push({ time, version });
    return replica;
  }

  get followed(): FollowedTo {
    return { lastVersion: this.#lastVersion, settledVersion: this.#settledVersion };
  }

  /** Applies all changes since the last seen, and returns their number. */
  async follow(): Promise<number> {
    let count = 0;
    let next = readChangesAfter(this.#database, this.#lastVersion, BATCH_SIZE);
    for (;;) {
      const changes = await next;
      const isLast = changes.count < BATCH_SIZE;
      // The database reads the next changes while these are analysed.
      if (!isLast) next = readChangesAfter(this.#database, changes.lastVersion, BATCH_SIZE);
      this.#apply(changes);
      this.#lastVersion = Math.max(this.#lastVersion, changes.lastVersion);
      count += changes.count;
      if (isLast) break;
    }
    this.#sightings.push({ time: this.#clock.now(), version: this.#lastVersion });
    return count;
  }

  /**
   * Finds changes that were committed after a higher change number was seen, and applies new ones
   * meanwhile. Returns the number of both.
   */
  async reconcile(): Promise<number> {
    const latest = this.#clock.now() - this.#settleTime;
    const settled = this.#sightings.findLast(({ time }) => time <= latest);
    // After loading nothing is settled, so everything is compared once when possible.
    const from =
      this.#settledVersion === 0 && settled === undefined
        ? (this.#sightings[0]?.version ?? 0)
        : this.#settledVersion;
    const count = await this.#fetchPassedOver(from);
    if (settled !== undefined) {
      this.#settledVersion = settled.version;
      this.#sightings = this.#sightings.filter(({ time }) => time > latest);
    }
    return count;
  }

  async #fetchPassedOver(from: number): Promise<number> {
    let count = 0;
    for (let after = from; ;) {
      const versions = await readVersionsAfter(this.#database, after, VERSIONS_BATCH_SIZE);
      const passedOver = versions
        .filter(
          ({ id, version, live }) => this.index.versionOf(id) !== (live ? version : undefined),
        )
        .map(({ id }) => id);
      for (let at = 0; at < passedOver.length; at += BATCH_SIZE) {
        this.#apply(await readDeals(this.#database, passedOver.slice(at, at + BATCH_SIZE)));
      }
      count += passedOver.length;
      const last = versions.at(-1);
      if (last === undefined || versions.length < VERSIONS_BATCH_SIZE) return count;
      after = last.version;
      // After an import there is much to compare, and new changes do not wait for it.
      count += await this.follow();
    }
  }

  #apply({ changed, gone }: Changes): void {
    this.index.apply(changed, gone);
    if (changed.length > 0 || gone.length > 0) this.#onApplied();
  }
}
