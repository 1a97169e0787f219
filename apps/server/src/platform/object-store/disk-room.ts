import { statfs } from 'node:fs/promises';
import type { Readable } from 'node:stream';

const MEBIBYTE = 1024 * 1024;

/** How many bytes of one file are written before the free room is read again. */
export const ROOM_CHECKED_EVERY = 8 * MEBIBYTE;
/** Room that is left to others, because the database on the same disk must be able to write. */
export const RESERVED_BYTES = 256 * MEBIBYTE;

/** Reads the free bytes of the disk that a folder is on. */
export type ReadFreeBytes = (folder: string) => Promise<number>;

export const readFreeBytes: ReadFreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Throws if the disk has no room for as many bytes besides those reserved for others. */
export type RequireRoom = (bytes: number) => Promise<void>;

/** Passes bytes on while the disk has room, because others write at the same time. */
export async function* whileRoom(
  content: Readable,
  requireRoom: RequireRoom,
): AsyncGenerator<Buffer> {
  let unchecked = 0;
  for await (const chunk of content) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    unchecked += bytes.length;
    if (unchecked >= ROOM_CHECKED_EVERY) {
      await requireRoom(bytes.length);
      unchecked = 0;
    }
    yield bytes;
  }
}
