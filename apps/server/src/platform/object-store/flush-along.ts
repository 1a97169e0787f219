import type { FileHandle } from 'node:fs/promises';

/**
 * How many files at once send to the disk what was written of them so far. Flushed only at its end, a
 * file gives the disk all of itself in one go, and whoever else waits for the disk waits with it, such
 * as the database with a message of the chat.
 */
const FLUSHES_AT_ONCE = 2;

/** Sends what was written of one file to the disk, beside the writing. */
export interface Flusher {
  /** Tells how much was written by now: it is sent as soon as a place is free. */
  wrote(bytes: number): void;
  /**
   * When no flush is under way any more. Rejects with what made one fail: the operating system tells
   * it once, so that a flush of the whole file would then succeed over lost bytes.
   */
  settled(): Promise<void>;
}

/** Flushers that share their places, so that the disk is given little at a time. */
export const createFlushers = (places = FLUSHES_AT_ONCE) => {
  let free = places;
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
