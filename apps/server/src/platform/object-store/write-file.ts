import { open, type FileHandle } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { createPartMemory } from './part-memory.ts';
import { splitParts, type Digester } from './split-parts.ts';

/** Bytes given to the disk in one write: the lever of throughput (64 KiB halve it). */
const BLOCK = 1024 * 1024;
/** One block fills while one is written. */
const BLOCKS = 2;
/** Bytes after which what was written is sent to the disk, so that the last flush is a short one. */
const FLUSH_INTERVAL = 64 * 1024 * 1024;

const noDigest: Digester<null> = { update: () => {}, finish: () => null };

/** Sends what was written to the disk now and then, beside the writing. A failure shows at the last flush too. */
const flushAlong = (handle: FileHandle) => {
  let flushed = 0;
  let running: Promise<void> | null = null;
  return {
    wrote: (bytes: number): void => {
      if (running !== null || bytes - flushed < FLUSH_INTERVAL) return;
      flushed = bytes;
      running = handle
        .datasync()
        .catch(() => {})
        .finally(() => {
          running = null;
        });
    },
    settled: async (): Promise<void> => {
      await running;
    },
  };
};

const writeAll = async (handle: FileHandle, bytes: Buffer, position: number): Promise<void> => {
  for (let written = 0; written < bytes.length;) {
    const rest = bytes.length - written;
    written += (await handle.write(bytes, written, rest, position + written)).bytesWritten;
  }
};

export interface FileContent {
  readonly content: Readable;
  readonly signal: AbortSignal | undefined;
  /** See `WriteOptions`. */
  readonly disposable: boolean;
}

/** Writes a new file and flushes it; tells its bytes. */
export const writeFile = async (
  file: string,
  { content, signal, disposable }: FileContent,
): Promise<number> => {
  if (signal !== undefined) addAbortSignal(signal, content);
  const handle = await open(file, 'wx');
  const flushing = flushAlong(handle);
  const memory = createPartMemory({ partSize: BLOCK, places: BLOCKS });
  let size = 0;
  let writing = Promise.resolve();
  try {
    const blocks = splitParts(content, { memory, createDigester: () => noDigest, disposable });
    for await (const { bytes, giveBack } of blocks) {
      await writing;
      flushing.wrote(size);
      writing = writeAll(handle, bytes, size).finally(giveBack);
      size += bytes.length;
      // Nothing more is to come; what comes next tells why.
      writing.catch((error: unknown) => {
        content.destroy(error instanceof Error ? error : new Error(String(error)));
      });
    }
    await writing;
    await handle.sync();
    return size;
  } finally {
    await writing.catch(() => {});
    await flushing.settled();
    await handle.close();
  }
};
