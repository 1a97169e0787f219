import type { FileHandle } from 'node:fs/promises';

/**
 * How many files are flushed concurrently while they are being written. A file flushed only at its
 * end gives the disk all of its bytes at once, and other writers wait for it, such as the
 * database.
 */
const FLUSHES_AT_ONCE = 2;

/** Flushes one file while it is being written. */
export interface Flusher {
  /** Reports the number of bytes written so far, which are flushed as soon as a slot is free. */
  wrote(bytes: number): void;
  /**
   * Resolves when no flush is in progress. Rejects with the error of a failed one, because the
   * operating system reports it once, and a flush of the whole file would then succeed despite lost
   * bytes.
   */
  settled(): Promise<void>;
}

/** Flushers that share their slots, so that the disk gets little at a time. */
export const createFlushers = (slots = FLUSHES_AT_ONCE) => {
  let free = slots;
  return (file: Pick<FileHandle, 'datasync'>): Flusher => {
    let flushed = 0;
    let running: Promise<void> | null = null;
    const failures: unknown[] = [];

    const flush = async (): Promise<void> => {
      free -= 1;
      try {
        await file.datasync();
      } catch (error) {
        failures.push(error);
      }
      free += 1;
      running = null;
    };

    return {
      wrote(bytes) {
        if (running !== null || free === 0 || bytes === flushed) return;
        flushed = bytes;
        running = flush();
      },
      async settled() {
        await running;
        if (failures.length > 0) throw failures[0];
      },
    };
  };
};
