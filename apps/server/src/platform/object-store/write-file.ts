import { open, type FileHandle } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Flusher } from './flush-along.ts';
import { createPartMemory } from './part-memory.ts';
import { splitParts, type Digester } from './split-parts.ts';

/** Bytes per write, which determine throughput (64 KiB halve it). */
const BLOCK = 1024 * 1024;
/** One block fills while one is written. */
const BLOCKS = 2;

const noDigest: Digester<null> = {
  update: () => {},
  finish: (bytes) => Promise.resolve({ bytes, digest: null }),
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

/** Writes a new file and flushes it during and after the write; returns its size. */
export const writeFile = async (
  file: string,
  { content, signal, disposable }: FileContent,
  flusherOf: (handle: FileHandle) => Flusher,
): Promise<number> => {
  if (signal !== undefined) addAbortSignal(signal, content);
  const handle = await open(file, 'wx');
  const flushing = flusherOf(handle);
  const memory = createPartMemory({ partSize: BLOCK, places: BLOCKS });
  let size = 0;
  let writing = Promise.resolve();
  try {
    const blocks = splitParts(content, { memory, createDigester: () => noDigest, disposable });
    for await (const { sealed, giveBack } of blocks) {
      const { bytes } = await sealed;
      await writing;
      flushing.wrote(size);
      writing = writeAll(handle, bytes, size).finally(giveBack);
      size += bytes.length;
      // No more data follows; the next read throws the error.
      writing.catch((error: unknown) => {
        content.destroy(error instanceof Error ? error : new Error(String(error)));
      });
    }
    await writing;
    await flushing.settled();
    await handle.sync();
    return size;
  } finally {
    await writing.catch(() => {});
    await flushing.settled().catch(() => {});
    await handle.close();
  }
};
