import {
  DeleteObjectCommand,
  paginateListObjectsV2,
  type ListObjectsV2CommandInput,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { createSemaphore } from '../semaphore.ts';
import { isMissing, rejectWith } from './s3-errors.ts';
import { openBucket, readObject, type S3StoreOptions } from './s3-store.ts';
import { createBucketWriter } from './s3-write.ts';

/** A bucket whose keys have slashes, as folders have: for what is not a stored file. */
export interface BucketFolder {
  /** The address of a key, for messages. */
  urlOf(key: string): string;
  write(key: string, content: Readable): Promise<void>;
  /** Null if there is no such object. */
  read(key: string): Promise<Readable | null>;
  has(key: string): Promise<boolean>;
  /** The keys that begin with the prefix. */
  keys(prefix: string): AsyncIterable<string>;
  /** The first segments after the prefix of keys that have more than one, as names of folders. */
  folders(prefix: string): Promise<readonly string[]>;
  /** Removes all objects whose keys begin with the prefix. */
  removeAll(prefix: string): Promise<void>;
  close(): void;
}

/** How many objects are removed at the same time. Not all services remove several by one request. */
const REMOVALS = 16;

export const openBucketFolder = (options: S3StoreOptions): BucketFolder => {
  const target = openBucket(options);
  const { client, bucket: Bucket } = target;
  const writer = createBucketWriter(target, options.partSize);
  const pages = (input: Omit<ListObjectsV2CommandInput, 'Bucket'>) =>
    paginateListObjectsV2({ client }, { Bucket, ...input });

  const keys = async function* keys(prefix: string): AsyncGenerator<string> {
    for await (const { Contents = [] } of pages({ Prefix: prefix }))
      for (const { Key } of Contents) if (Key !== undefined) yield Key;
  };

  const remove = async (Key: string | undefined): Promise<void> => {
    await client
      .send(new DeleteObjectCommand({ Bucket, Key }))
      .catch((error: unknown) => (isMissing(error) ? null : rejectWith(error)));
  };

  return {
    urlOf: (key) => `s3://${Bucket}/${key}`,
    async write(key, content) {
      await writer.write(key, content, {
        signal: new AbortController().signal,
        disposable: false,
      });
    },
    read: (key) => readObject(target, key),
    async has(key) {
      for await (const found of keys(key)) return found === key;
      return false;
    },
    keys,
    async folders(prefix) {
      const found: string[] = [];
      for await (const { CommonPrefixes = [] } of pages({ Prefix: prefix, Delimiter: '/' }))
        for (const { Prefix } of CommonPrefixes)
          if (Prefix !== undefined) found.push(Prefix.slice(prefix.length, -1));
      return found;
    },
    async removeAll(prefix) {
      for await (const { Contents = [] } of pages({ Prefix: prefix })) {
        const removing = createSemaphore(REMOVALS);
        await Promise.all(Contents.map(({ Key }) => removing.run(() => remove(Key))));
      }
    },
    close() {
      void writer.close();
      target.put.close();
      client.destroy();
    },
  };
};
