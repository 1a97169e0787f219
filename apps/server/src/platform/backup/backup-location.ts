import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BucketFolder } from '#platform/object-store/bucket-folder.ts';
import {
  readFreeBytes,
  RESERVED_BYTES,
  whileRoom,
  type ReadFreeBytes,
  type RequireRoom,
} from '#platform/object-store/disk-room.ts';
import { BackupError, FILE_MODE, FOLDER_MODE, STORED_FILES } from './manifest.ts';

/** Where one backup is. Paths within it have slashes. */
export interface BackupLocation {
  /** For messages. */
  readonly name: string;
  /** @throws BackupError if something is there already */
  create(): Promise<void>;
  write(file: string, content: Readable): Promise<void>;
  /** @throws if there is no such file */
  read(file: string): Promise<Readable>;
  /** The paths of the stored files. */
  storedFiles(): Promise<readonly string[]>;
  /** Removes everything there. */
  remove(): Promise<void>;
}

/** A location whose writes and reads throw the reason of the signal once it is aborted. */
export const interruptible = (location: BackupLocation, signal: AbortSignal): BackupLocation => ({
  ...location,
  async read(file) {
    signal.throwIfAborted();
    return addAbortSignal(signal, await location.read(file));
  },
  async write(file, content) {
    try {
      await location.write(file, addAbortSignal(signal, content));
    } finally {
      signal.throwIfAborted();
    }
  },
});

/** A location that leaves room on its disk, because the database may be on the same. */
export const locationInFolder = (
  folder: string,
  freeBytes: ReadFreeBytes = readFreeBytes,
): BackupLocation => ({
  name: folder,
  async create() {
    try {
      await mkdir(folder, { mode: FOLDER_MODE });
    } catch (cause) {
      throw new BackupError(`${folder} exists or cannot be made; name a new folder.`, { cause });
    }
  },
  async write(file, content) {
    const target = path.join(folder, file);
    const requireRoom: RequireRoom = async (bytes) => {
      if ((await freeBytes(folder)) < bytes + RESERVED_BYTES)
        throw new BackupError(
          `The disk of ${folder} has no room for the backup: some ${RESERVED_BYTES / 1024 ** 2} MiB are left to the database. Keep fewer backups (BACKUP_KEEP) or use a larger disk.`,
        );
    };
    await requireRoom(0);
    await mkdir(path.dirname(target), { recursive: true, mode: FOLDER_MODE });
    const stream = createWriteStream(target, { mode: FILE_MODE, flags: 'wx' });
    await pipeline(content, (from: Readable) => whileRoom(from, requireRoom), stream);
  },
  read: async (file) => createReadStream(path.join(folder, file)),
  async storedFiles() {
    const root = path.join(folder, STORED_FILES);
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
      .map((file) => file.replaceAll(path.sep, '/'));
  },
  remove: () => rm(folder, { recursive: true, force: true }),
});

/** A location below a prefix of a bucket. */
export const locationInBucket = (bucket: BucketFolder, prefix: string): BackupLocation => {
  const name = bucket.urlOf(prefix);
  return {
    name,
    async create() {
      for await (const _ of bucket.keys(prefix))
        throw new BackupError(`${name} holds objects; name another prefix.`);
    },
    write: (file, content) => bucket.write(prefix + file, content),
    async read(file) {
      const content = await bucket.read(prefix + file);
      if (content === null) throw new BackupError(`${name}${file} is missing.`);
      return content;
    },
    async storedFiles() {
      const files = [];
      for await (const key of bucket.keys(`${prefix}${STORED_FILES}/`))
        files.push(key.slice(prefix.length));
      return files;
    },
    remove: () => bucket.removeAll(prefix),
  };
};
