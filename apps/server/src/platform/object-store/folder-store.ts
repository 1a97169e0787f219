import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '#platform/code-of.ts';
import { probeDataFolder } from '#platform/data-folder.ts';
import { syncFolder } from '#platform/sync-folder.ts';
import {
  readFreeBytes,
  RESERVED_BYTES,
  ROOM_CHECKED_EVERY,
  type ReadFreeBytes,
  type RequireRoom,
} from './disk-room.ts';
import { createFlushers, type Flusher } from './flush-along.ts';
import {
  isObjectKey,
  type ObjectStore,
  ObjectStoreError,
  requireObjectKey,
} from './object-store.ts';
import { addAbortSignal, type Readable } from 'node:stream';
import { type BufferPool, createBufferPool, createPartMemory } from './part-memory.ts';
import { type Digester, splitParts } from './split-parts.ts';

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

/** What all files of a store share. */
interface Shared {
  readonly flusherOf: (handle: FileHandle) => Flusher;
  readonly pool: BufferPool;
}

interface FileContent {
  readonly content: Readable;
  readonly requireRoom: RequireRoom;
  readonly signal: AbortSignal | undefined;
  /** See `WriteOptions`. */
  readonly disposable: boolean;
}

/** Writes a new file and flushes it during and after the write; returns its size. */
const writeFile = async (
  file: string,
  { content, requireRoom, signal, disposable }: FileContent,
  { flusherOf, pool }: Shared,
): Promise<number> => {
  if (signal !== undefined) addAbortSignal(signal, content);
  const handle = await open(file, 'wx');
  const flushing = flusherOf(handle);
  const memory = createPartMemory({ pool, slots: BLOCKS });
  let size = 0;
  let writing = Promise.resolve();
  try {
    const blocks = splitParts(content, { memory, createDigester: () => noDigest, disposable });
    for await (const { sealed, giveBack } of blocks) {
      const { bytes } = await sealed;
      try {
        await writing;
        // The size may be unknown, and others write at the same time. Blocks divide this number.
        if (size % ROOM_CHECKED_EVERY === 0) await requireRoom(bytes.length);
      } catch (error) {
        giveBack();
        throw error;
      }
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

/**
 * What an attempt to read gives; `none` where nothing is there yet. Throws `unavailable` for any other
 * reason, because a backup without the files that it could not list would look whole.
 */
const orNone = <Result, None>(reading: Promise<Result>, none: None): Promise<Result | None> =>
  reading.catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return none;
    throw new ObjectStoreError('unavailable', 'The folder of files cannot be read.', error);
  });

/** Bytes read from the disk at once. */
const READ_BUFFER = 1024 * 1024;

export interface FolderStoreOptions {
  readonly folder: string;
  readonly freeBytes?: ReadFreeBytes;
}

export interface FolderStore extends ObjectStore {
  /** Throws `full` if the disk has no room for as many bytes besides those reserved for others. */
  readonly requireRoom: RequireRoom;
  /** Makes a file on the same disk an object by moving it. */
  adopt(key: string, file: string): Promise<void>;
}

/** Maps the system's error to the store's; others stay. */
export const asStoreError = (error: unknown): unknown => {
  if (hasCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG')) {
    return new ObjectStoreError('full', 'The disk is full.', error);
  }
  return hasCode(error, 'EIO', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EMFILE')
    ? new ObjectStoreError('unavailable', 'The folder of files cannot be written.', error)
    : error;
};

/**
 * An object store in a folder: `objects/ab/cd/<key>`, sharded by a digest of the key so that no
 * folder grows large. Bytes are written to `incoming/`, flushed, and renamed into place; then the
 * folder is flushed.
 */
export const createFolderStore = ({
  folder,
  freeBytes = readFreeBytes,
}: FolderStoreOptions): FolderStore => {
  const objects = path.join(folder, 'objects');
  const incoming = path.join(folder, 'incoming');
  const shared = { flusherOf: createFlushers(), pool: createBufferPool(BLOCK, BLOCKS) };

  const pathOf = (key: string): string => {
    const digest = createHash('sha256').update(requireObjectKey(key)).digest('hex');
    return path.join(objects, digest.slice(0, 2), digest.slice(2, 4), key);
  };

  const requireRoom: RequireRoom = async (bytes) => {
    if ((await freeBytes(folder)) < bytes + RESERVED_BYTES) {
      throw new ObjectStoreError('full', 'The disk has no room for the file.');
    }
  };

  /** Moves a complete, flushed file to its place. */
  const moveInto = async (file: string, key: string): Promise<void> => {
    const target = pathOf(key);
    const shard = path.dirname(target);
    if ((await mkdir(shard, { recursive: true })) !== undefined) {
      await syncFolder(path.dirname(shard));
      await syncFolder(objects);
    }
    await rename(file, target);
    await syncFolder(shard);
  };

  return {
    requireRoom,

    async write(key, content, { signal, expectedSize = 0, disposable = false } = {}) {
      requireObjectKey(key);
      const file = path.join(incoming, `${key}~${randomUUID()}`);
      try {
        await mkdir(incoming, { recursive: true });
        await requireRoom(expectedSize);
        const size = await writeFile(file, { content, requireRoom, signal, disposable }, shared);
        signal?.throwIfAborted();
        await moveInto(file, key);
        return { size };
      } catch (error) {
        content.destroy();
        await rm(file, { force: true });
        signal?.throwIfAborted();
        throw asStoreError(error);
      }
    },

    async adopt(key, file) {
      try {
        const handle = await open(file, 'r+');
        try {
          await handle.sync();
        } finally {
          await handle.close();
        }
        await moveInto(file, key);
      } catch (error) {
        throw asStoreError(error);
      }
    },

    async read(key, range) {
      const handle = await orNone(open(pathOf(key), 'r'), null);
      return handle === null
        ? null
        : createReadStream('', { fd: handle, highWaterMark: READ_BUFFER, ...range });
    },

    async size(key) {
      return (await orNone(stat(pathOf(key)), null))?.size ?? null;
    },

    async remove(keys) {
      for (const key of keys) await rm(pathOf(key), { force: true });
      const wanted = new Set(keys);
      for (const name of await orNone(readdir(incoming), [])) {
        if (wanted.has(name.slice(0, name.indexOf('~')))) {
          await rm(path.join(incoming, name), { force: true });
        }
      }
    },

    async *keys() {
      const folders = await orNone(opendir(objects, { recursive: true }), null);
      if (folders === null) return;
      for await (const entry of folders)
        if (entry.isFile() && isObjectKey(entry.name)) yield entry.name;
    },

    async countUnfinished() {
      return (await orNone(readdir(incoming), [])).length;
    },

    async sweep(before) {
      let swept = 0;
      for (const name of await orNone(readdir(incoming), [])) {
        const file = path.join(incoming, name);
        const found = await orNone(stat(file), null);
        if (found === null || found.mtimeMs >= before) continue;
        await rm(file, { force: true });
        swept += 1;
      }
      return swept;
    },

    link: () => Promise.resolve(null),

    async health() {
      const probed = await probeDataFolder(folder);
      if (probed.status !== 'healthy') return probed;
      return (await freeBytes(folder)) < RESERVED_BYTES
        ? { status: 'degraded', detail: 'The disk of files is full.' }
        : probed;
    },
  };
};
