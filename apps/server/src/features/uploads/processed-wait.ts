import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#schema/schema.ts';
import type { UploadsContext } from './uploads-context.ts';

/** How long a read waits for a file being processed. */
const WAIT_LIMIT_MS = 10_000;
const POLL_INTERVAL_MS = 150;
/** Waiting reads of one account, or of one network of visitors: more than a page shows at once. */
export const MAX_WAITS = 20;

interface Wait {
  readonly fileId: string;
  readonly reader: string;
  /** Milliseconds of `performance.now()`. */
  readonly endsAt: number;
  readonly hasLeft: () => boolean;
  readonly end: () => void;
}

/** Reads that wait for files being processed. One query asks for the files of all of them. */
export class ProcessedWait {
  readonly #uploads: Pick<UploadsContext, 'database' | 'logger'>;
  readonly #waits = new Set<Wait>();
  #isPolling = false;

  constructor(uploads: Pick<UploadsContext, 'database' | 'logger'>) {
    this.#uploads = uploads;
  }

  /**
   * Waits until the file is processed, the reader has left, or a limit is reached. A reader with too
   * many waits does not wait.
   */
  async wait(fileId: string, reader: string, hasLeft: () => boolean): Promise<void> {
    const count = [...this.#waits].filter((wait) => wait.reader === reader).length;
    if (count >= MAX_WAITS) return;
    const ended = Promise.withResolvers<void>();
    const endsAt = performance.now() + WAIT_LIMIT_MS;
    this.#waits.add({ fileId, reader, endsAt, hasLeft, end: ended.resolve });
    if (!this.#isPolling) void this.#poll();
    await ended.promise;
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    while (this.#waits.size > 0) {
      await sleep(POLL_INTERVAL_MS);
      // Those who begin to wait during the query are not asked for, so their turn is the next one.
      const asked = [...this.#waits];
      const pending = await this.#findPending(asked);
      const now = performance.now();
      for (const wait of asked) {
        if (pending.has(wait.fileId) && wait.endsAt > now && !wait.hasLeft()) continue;
        this.#waits.delete(wait);
        wait.end();
      }
    }
    this.#isPolling = false;
  }

  /** The files that are still being processed; none after an error, which each read then meets. */
  async #findPending(asked: readonly Wait[]): Promise<ReadonlySet<string>> {
    const ids = [...new Set(asked.map(({ fileId }) => fileId))];
    const rows = await readProcessing(this.#uploads.database, ids).catch((error: unknown) => {
      this.#uploads.logger.warn({ err: error }, 'files being processed cannot be read');
      return [];
    });
    return new Set(rows.map(({ id }) => id));
  }
}

const readProcessing = (database: Database, ids: readonly string[]) =>
  database
    .selectFrom('files')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'processing')
    .execute();
