import { mkdir, open, rename, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { TransactionPosition } from '#platform/database/transaction-position.ts';
import { syncFolder } from '#platform/sync-folder.ts';
import { createDictionaries } from '../index/dictionaries.ts';
import { DealIndex } from '../index/deal-index.ts';
import { Segment } from '../index/segment.ts';
import {
  allocateSegment,
  bytesOfSegment,
  CHECKSUM_BYTES,
  headerSchema,
  layoutOfSegment,
  LENGTH_BYTES,
  longestOf,
  MAGIC,
  type SegmentArrays,
  type SnapshotHeader,
} from './format.ts';

/** Written and summed at once, which limits how long queries wait. */
const CHUNK_BYTES = 1024 * 1024;

const FILE_NAME = 'deals.index';

export interface Snapshot {
  readonly index: DealIndex;
  /** Every change of this position is indexed. */
  readonly position: TransactionPosition;
}

/** Thrown for a file without a usable snapshot. The index is then rebuilt. */
export class UnusableSnapshotError extends Error {
  override readonly name = 'UnusableSnapshotError';
}

const headerOf = (
  codeVersion: string,
  { index, position }: Snapshot,
  termBytes: number,
  segments: readonly SegmentArrays[],
): SnapshotHeader => ({
  codeVersion,
  position,
  sources: [...index.dictionaries.sources.values],
  locations: [...index.dictionaries.locations.values],
  brands: [...index.dictionaries.brands.values],
  termBytes,
  segments: segments.map(layoutOfSegment),
});

/**
 * The file's content without its checksum. Data that may change during writing is copied at once.
 */
const contentOf = (codeVersion: string, snapshot: Snapshot): readonly Uint8Array[] => {
  const segments = snapshot.index.segments.map(({ parts }) => parts);
  const terms = Buffer.from(
    snapshot.index.dictionaries.terms.terms.map((term) => `${term}\n`).join(''),
  );
  const header = Buffer.from(
    JSON.stringify(headerOf(codeVersion, snapshot, terms.length, segments)),
  );
  const headerLength = Buffer.alloc(LENGTH_BYTES);
  headerLength.writeUInt32LE(header.length);
  return [MAGIC, headerLength, header, terms, ...segments.flatMap(bytesOfSegment)];
};

/**
 * Writes the index to a file in the folder. The former file is replaced only when the new one is on
 * disk, so that a crash leaves one complete file. The index may change meanwhile.
 */
export const writeSnapshot = async (
  folder: string,
  codeVersion: string,
  snapshot: Snapshot,
): Promise<void> => {
  const content = contentOf(codeVersion, snapshot);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, FILE_NAME);
  const unfinished = `${file}.unfinished`;
  const handle = await open(unfinished, 'w');
  try {
    let checksum = 0;
    for (const bytes of content) {
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
        const chunk = bytes.subarray(at, at + CHUNK_BYTES);
        checksum = crc32(chunk, checksum);
        await handle.writeFile(chunk);
      }
    }
    const end = Buffer.alloc(CHECKSUM_BYTES);
    end.writeUInt32LE(checksum);
    await handle.writeFile(end);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
  await syncFolder(folder);
};

/** Reads a file sequentially and updates the checksum. */
class SummingReader {
  checksum = 0;
  readonly #handle: FileHandle;
  #left: number;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.#left = size;
  }

  get left(): number {
    return this.#left;
  }

  async read<Bytes extends Uint8Array>(bytes: Bytes): Promise<Bytes> {
    if (bytes.length > this.#left) throw new UnusableSnapshotError('The file is too short.');
    for (let at = 0; at < bytes.length;) {
      const length = Math.min(CHUNK_BYTES, bytes.length - at);
      const { bytesRead } = await this.#handle.read(bytes, at, length);
      if (bytesRead === 0) throw new UnusableSnapshotError('The file is too short.');
      this.checksum = crc32(bytes.subarray(at, at + bytesRead), this.checksum);
      at += bytesRead;
      this.#left -= bytesRead;
    }
    return bytes;
  }
}

const parseHeader = (text: string): SnapshotHeader => {
  try {
    return expectShape(headerSchema, JSON.parse(text));
  } catch (cause) {
    throw new UnusableSnapshotError('The header is invalid.', { cause });
  }
};

const readHeader = async (reader: SummingReader): Promise<SnapshotHeader> => {
  if (!MAGIC.equals(await reader.read(Buffer.alloc(MAGIC.length)))) {
    throw new UnusableSnapshotError('The file is of another kind or format.');
  }
  const length = (await reader.read(Buffer.alloc(LENGTH_BYTES))).readUInt32LE();
  if (length > reader.left) throw new UnusableSnapshotError('The file is too short.');
  return parseHeader((await reader.read(Buffer.alloc(length))).toString());
};

const readContent = async (reader: SummingReader, codeVersion: string): Promise<Snapshot> => {
  const header = await readHeader(reader);
  if (header.codeVersion !== codeVersion) {
    throw new UnusableSnapshotError('The file was written by another version of the code.');
  }
  if (header.termBytes > reader.left) throw new UnusableSnapshotError('The file is too short.');
  const terms = await reader.read(Buffer.alloc(header.termBytes));
  const segments: SegmentArrays[] = [];
  for (const layout of header.segments) {
    if (longestOf(layout) > reader.left) throw new UnusableSnapshotError('The file is too short.');
    const arrays = allocateSegment(layout);
    for (const bytes of bytesOfSegment(arrays)) await reader.read(bytes);
    segments.push(arrays);
  }
  const { checksum } = reader;
  const expected = (await reader.read(Buffer.alloc(CHECKSUM_BYTES))).readUInt32LE();
  if (checksum !== expected || reader.left > 0) {
    throw new UnusableSnapshotError('The checksum does not match.');
  }
  const { position, sources, locations, brands } = header;
  const dictionaries = createDictionaries({
    terms: terms.toString().split('\n').slice(0, -1),
    sources,
    locations,
    brands,
  });
  const index = new DealIndex({
    dictionaries,
    segments: segments.map((arrays) => Segment.from({ ...arrays, groups: null })),
  });
  return { index, position };
};

/** Reads the last written index; null if there is none. Throws `UnusableSnapshotError`. */
export const readSnapshot = async (
  folder: string,
  codeVersion: string,
): Promise<Snapshot | null> => {
  const handle = await open(path.join(folder, FILE_NAME), 'r').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    return await readContent(new SummingReader(handle, size), codeVersion);
  } finally {
    await handle.close();
  }
};
