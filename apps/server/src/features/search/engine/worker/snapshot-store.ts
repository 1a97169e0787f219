import type { Clock } from '#platform/clock.ts';
import type { Replica } from '../replica/replica.ts';
import { readSnapshot, type Snapshot, writeSnapshot } from '../snapshot/snapshot.ts';
import { digestOfFolders } from '../../digest-of-folders.ts';

const sources = [
  '../analysis/',
  '../index/',
  '../../brands/',
  '../../kinds/',
  '../../kinds/data/',
  // What is masked is not indexed.
  import.meta.resolve('@izgodno/contract/common/phone-numbers'),
].map((source) => new URL(source, import.meta.url));

/**
 * A digest of the code, the brands and the kinds that determine the content of an index. A snapshot
 * made by other code is unusable, because its terms may differ from those looked up.
 */
const readCodeVersion = (): Promise<string> => digestOfFolders(sources);

/** A snapshot is written after this many changes, or this many milliseconds after the first one. */
const MOST_CHANGES = 100_000;
const LONGEST_INTERVAL = 10 * 60_000;
/** Fewer changes than this are quick to read again, so that closing writes no snapshot for them. */
const NEGLIGIBLE_CHANGES = 1_000;

export interface SnapshotStoreOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly onUnusable: (error: unknown) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Decides when to write snapshots, and writes one at a time in the background. */
export class SnapshotStore {
  readonly #options: SnapshotStoreOptions;
  readonly #codeVersion = readCodeVersion();
  #changes = 0;
  #time: number;
  #writing: Promise<void> | null = null;

  constructor(options: SnapshotStoreOptions) {
    this.#options = options;
    this.#time = options.clock.now();
  }

  /** The last snapshot; null if there is no usable one. */
  async read(): Promise<Snapshot | null> {
    try {
      return await readSnapshot(this.#options.directory, await this.#codeVersion);
    } catch (error) {
      this.#options.onUnusable(error);
      return null;
    }
  }

  /** Counts changes of the index; writes a snapshot if one is due. */
  note(replica: Replica, changes: number): void {
    this.#changes += changes;
    const age = this.#options.clock.now() - this.#time;
    const isDue = this.#changes >= MOST_CHANGES || (this.#changes > 0 && age >= LONGEST_INTERVAL);
    if (isDue && this.#writing === null) this.write(replica);
  }

  write(replica: Replica): void {
    this.#changes = 0;
    this.#time = this.#options.clock.now();
    this.#writing = this.#write(replica)
      .catch(this.#options.onFailure)
      .finally(() => {
        this.#writing = null;
      });
  }

  /** Waits for the current write, and writes again if much has changed since. */
  async close(replica: Replica): Promise<void> {
    await this.#writing;
    if (this.#changes >= NEGLIGIBLE_CHANGES) this.write(replica);
    await this.#writing;
  }

  async #write({ index, position }: Replica): Promise<void> {
    await writeSnapshot(this.#options.directory, await this.#codeVersion, { index, position });
  }
}
