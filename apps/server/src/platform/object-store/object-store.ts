import type { Readable } from 'node:stream';
import type { PartHealth } from '#platform/health.ts';

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface WriteOptions {
  /** Ends the writing; nothing of it is left behind. */
  readonly signal?: AbortSignal;
  /** Bytes announced, where known: a store that cannot hold them refuses at once. */
  readonly expectedSize?: number;
  /** The pieces of the content are nobody else's: their memory may be freed once they are kept. */
  readonly disposable?: boolean;
}

export interface LinkOptions {
  readonly mediaType: string;
  /** Value of `Content-Disposition`. */
  readonly disposition: string;
  /** Seconds that the link works. */
  readonly lifetime: number;
}

/**
 * Where the bytes of files are kept. An object is written once and never changed: it is there whole
 * or not at all, and survives a loss of power from the moment `write` resolves. Keys are such
 * as `isObjectKey` takes.
 */
export interface ObjectStore {
  /**
   * Keeps the bytes under a key and tells how many they were. Holds at most a few parts of them in
   * memory, whatever their number. Throws `ObjectStoreError`, or whatever broke `content` or aborted
   * `signal`; the key then holds nothing.
   */
  write(key: string, content: Readable, options?: WriteOptions): Promise<{ readonly size: number }>;
  /** The bytes of an object, or of a part of it; null where there is no such object. */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Bytes of an object; null where there is none. */
  size(key: string): Promise<number | null>;
  /** Removes objects, and what unfinished writes have left under their keys. Unknown keys are nothing to it. */
  remove(keys: readonly string[]): Promise<void>;
  /** The keys of all objects, in no order. */
  keys(): AsyncIterable<string>;
  /** How much is kept of writes that have not ended: parts, temporary files. */
  countUnfinished(): Promise<number>;
  /** Removes what writes begun before this time (epoch milliseconds) left without ending; tells how many. */
  sweep(before: number): Promise<number>;
  /** An address at which whoever has it can read the object from the store itself; null where there is none. */
  link(key: string, options: LinkOptions): Promise<string | null>;
  health(): Promise<PartHealth>;
}

/** `full`: no room. `unavailable`: cannot be reached, or fails. `corrupted`: it kept other bytes than were sent. */
export type ObjectStoreFault = 'full' | 'unavailable' | 'corrupted';

export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
  readonly fault: ObjectStoreFault;

  constructor(fault: ObjectStoreFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.fault = fault;
  }
}

const keyPattern = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;
const MAX_KEY_LENGTH = 120;

/** Checks a key: lower-case letters, digits, hyphens and single dots, as any store and file system takes them. */
export const isObjectKey = (key: string): boolean =>
  key.length <= MAX_KEY_LENGTH && keyPattern.test(key);

export const requireObjectKey = (key: string): string => {
  if (!isObjectKey(key)) throw new TypeError(`Not a key of an object: ${JSON.stringify(key)}`);
  return key;
};
