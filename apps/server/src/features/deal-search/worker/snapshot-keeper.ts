import type { Clock } from '#platform/clock.ts';
import type { Replica } from '../replica/replica.ts';
import { readCodeVersion } from '../snapshot/code-version.ts';
import { readSnapshot, writeSnapshot, type Snapshot } from '../snapshot/snapshot.ts';

/** A snapshot is written after so many changes, or after so many milliseconds with any. */
const MOST_CHANGES = 100_000;
const LONGEST_INTERVAL = 10 * 60_000;
/** Fewer changes than this are read again in no time, so closing does not wait for a snapshot of them. */
const NEGLIGIBLE_CHANGES = 1_000;

export interface SnapshotKeeperOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly onUnusable: (error: unknown) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Decides when snapshots are written, and writes one at a time beside all other work. */
export class SnapshotKeeper {
  readonly #options: SnapshotKeeperOptions;
  readonly #codeVersion = readCodeVersion();
  #changes = 0;
  #time: number;
  #writing: Promise<void> | null = null;

  constructor(options: SnapshotKeeperOptions) {
    this.#options = options;
    this.#time = options.clock.now();
  }

  /** The last snapshot; null where there is none that can be used. */
  async read(): Promise<Snapshot | null> {
    try {
      return await readSnapshot(this.#options.directory, await this.#codeVersion);
    } catch (error) {
      this.#options.onUnusable(error);
      return null;
    }
  }

  /** Told of changes of the index; writes a snapshot if it is time to. */
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

  /** Ends what is being written, and writes once more where much has changed since. */
  async close(replica: Replica): Promise<void> {
    await this.#writing;
    if (this.#changes >= NEGLIGIBLE_CHANGES) this.write(replica);
    await this.#writing;
  }

  async #write({ index, followed }: Replica): Promise<void> {
    const snapshot = { index, ...followed };
    await writeSnapshot(this.#options.directory, await this.#codeVersion, snapshot);
  }
}
