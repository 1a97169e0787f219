import type { Readable } from 'node:stream';
import type { PartHealth } from '#platform/health.ts';

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

interface WriteOptions {
  /** Aborts the write; nothing of it is left behind. */
  readonly signal?: AbortSignal;
  /** Announced bytes, if known: a store without room rejects the write at once. */
  readonly expectedSize?: number;
  /** The content's chunks are not shared, so their memory may be freed once they are stored. */
  readonly disposable?: boolean;
}

interface LinkOptions {
  readonly mediaType: string;
  /** Value of `Content-Disposition`. */
  readonly disposition: string;
  /** Seconds for which the link is valid. */
  readonly lifetime: number;
}

/**
 * Stores the bytes of files. An object is written once and never changed: it is complete or
 * missing, and survives a loss of power once `write` resolves. `isObjectKey` accepts its keys.
 */
export interface ObjectStore {
  /**
   * Stores bytes under a key and returns their number. Buffers only a few parts in memory. Throws
   * `ObjectStoreError`, or the error of `content` or `signal`; the key then has no object.
   */
  write(key: string, content: Readable, options?: WriteOptions): Promise<{ readonly size: number }>;
  /** The bytes of an object or of a part of it; null if there is no such object. */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Bytes of an object; null if there is none. */
  size(key: string): Promise<number | null>;
  /**
   * Removes objects, and the leftovers of unfinished writes under their keys. Ignores unknown keys.
   */
  remove(keys: readonly string[]): Promise<void>;
  /** The keys of all objects, in no order; what others put beside them is left out. */
  keys(): AsyncIterable<string>;
  /** The number of leftovers of unfinished writes: parts, temporary files. */
  countUnfinished(): Promise<number>;
  /**
   * Removes leftovers of writes begun before this time (epoch milliseconds); returns their number.
   */
  sweep(before: number): Promise<number>;
  /** A URL at which its holder can read the object from the store itself; null if not supported. */
  link(key: string, options: LinkOptions): Promise<string | null>;
  health(): Promise<PartHealth>;
}

/**
 * `full`: no room. `unavailable`: unreachable or failing. `corrupted`: it stored other bytes than
 * were sent.
 */
export type ObjectStoreErrorReason = 'full' | 'unavailable' | 'corrupted';

export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
  readonly reason: ObjectStoreErrorReason;

  constructor(error: ObjectStoreErrorReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = error;
  }
}

const keyPattern = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;
const MAX_KEY_LENGTH = 120;

/**
 * Checks a key: lower-case letters, digits, hyphens and single dots, which any store and file
 * system accepts.
 */
export const isObjectKey = (key: string): boolean =>
  key.length <= MAX_KEY_LENGTH && keyPattern.test(key);

export const requireObjectKey = (key: string): string => {
  if (!isObjectKey(key)) throw new TypeError(`Not a key of an object: ${JSON.stringify(key)}`);
  return key;
};
