import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import { addAbortSignal, type Readable } from 'node:stream';
import { urlOf, createChecksumChoice, type Bucket } from './checksum-support.ts';
import { ObjectStoreError } from './object-store.ts';
import { createChecksums, type ChecksumMethod, type PartChecksum } from './part-checksum.ts';
import { createBufferPool, createPartMemory } from './part-memory.ts';
import { asStoreError, isMissing, rejectWith } from './s3-errors.ts';
import { createSha256Thread } from './sha256-thread.ts';
import type { Payload } from './signed-put.ts';
import { splitParts, type Part as SplitPart } from './split-parts.ts';

/** The largest number of parts of one write that are sent concurrently. */
const PARTS_IN_FLIGHT = 4;
/** Bytes of parts in memory for all writes, except those of slow senders. */
const PARTS_MEMORY = 64 * 1024 * 1024;
/** Places for parts of any size: one fills while one is sent. */
const LEAST_SLOTS = 2;

/** Bytes of an object; null if there is none. */
export const sizeOf = async ({ client, bucket }: Bucket, key: string): Promise<number | null> => {
  try {
    const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    return head.ContentLength ?? 0;
  } catch (error) {
    return isMissing(error) ? null : rejectWith(error);
  }
};

/** Removes the parts of an upload that is not to be completed. */
export const abortUpload = async (
  { client, bucket }: Bucket,
  key: string,
  uploadId: string,
): Promise<void> => {
  await client
    .send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId }))
    .catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
};

type Part = SplitPart<PartChecksum>;

interface Source {
  readonly first: Part;
  readonly others: AsyncIterable<Part>;
  /** Cancels all parts. */
  readonly stop: (reason: unknown) => void;
  readonly signal: AbortSignal;
}

const payloadOf = async ({ sealed }: Part): Promise<Payload> => {
  const { bytes, digest } = await sealed;
  return { bytes, checksum: digest };
};

const startingWith = async function* startingWith(first: Part, others: AsyncIterable<Part>) {
  yield first;
  yield* others;
};

/** Sends parts as they come, several concurrently, and returns what completes them to an object. */
const sendParts = async (
  bucket: Bucket,
  key: string,
  uploadId: string,
  { first, others, stop, signal }: Source,
): Promise<{ completed: CompletedPart[]; size: number }> => {
  const url = await urlOf(bucket, key);
  const completed: CompletedPart[] = [];
  const inFlight = new Set<Promise<void>>();
  const failed = new AbortController();
  const anySignal = AbortSignal.any([signal, failed.signal]);
  let size = 0;
  const fail = (error: unknown): void => {
    if (failed.signal.aborted) return;
    failed.abort(error);
    stop(error);
  };

  const send = async (part: Part, number: number): Promise<void> => {
    const query = { partNumber: String(number), uploadId };
    const payload = await payloadOf(part);
    const etag = await bucket.put.send({ url, query }, payload, anySignal);
    const { crc32 } = payload.checksum;
    completed[number - 1] = {
      ETag: etag,
      PartNumber: number,
      ...(crc32 === undefined ? {} : { ChecksumCRC32: crc32 }),
    };
  };

  try {
    let number = 0;
    for await (const part of startingWith(first, others)) {
      number += 1;
      size += part.size;
      const sending = send(part, number)
        .catch(fail)
        .finally(() => {
          inFlight.delete(sending);
          part.giveBack();
        });
      inFlight.add(sending);
      // The next part is read only when there is memory for it.
      while (inFlight.size >= PARTS_IN_FLIGHT) await Promise.race(inFlight);
      anySignal.throwIfAborted();
    }
  } catch (error) {
    fail(error);
  }
  // Waits for all, because a part still being sent when the upload is aborted would stay.
  await Promise.all(inFlight);
  anySignal.throwIfAborted();
  return { completed, size };
};

const writeWhole = async (
  bucket: Bucket,
  key: string,
  part: Part,
  signal: AbortSignal,
): Promise<number> => {
  try {
    const url = await urlOf(bucket, key);
    await bucket.put.send({ url, query: {} }, await payloadOf(part), signal);
    return part.size;
  } catch (error) {
    // The store may have accepted it although the response was lost.
    await bucket.client
      .send(new DeleteObjectCommand({ Bucket: bucket.bucket, Key: key }))
      .catch(() => {});
    throw error;
  } finally {
    part.giveBack();
  }
};

const complete = async (
  bucket: Bucket,
  key: string,
  uploadId: string,
  { completed, size }: { readonly completed: CompletedPart[]; readonly size: number },
): Promise<void> => {
  const command = new CompleteMultipartUploadCommand({
    Bucket: bucket.bucket,
    Key: key,
    UploadId: uploadId,
    MultipartUpload: { Parts: completed },
  });
  await bucket.client.send(command).catch(async (error: unknown) => {
    // The response may have been lost after the work was done.
    if ((await sizeOf(bucket, key)) !== size) throw error;
  });
};

const beginUpload = async (
  { client, bucket }: Bucket,
  key: string,
  method: ChecksumMethod,
): Promise<string> => {
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({
      Bucket: bucket,
      Key: key,
      ...(method === 'crc32' ? { ChecksumAlgorithm: 'CRC32' } : {}),
    }),
  );
  if (UploadId === undefined) throw new ObjectStoreError('unavailable', 'No id was given.');
  return UploadId;
};

const writeParts = async (
  bucket: Bucket,
  key: string,
  source: Source,
  method: ChecksumMethod,
): Promise<number> => {
  const uploadId = await beginUpload(bucket, key, method).catch((error: unknown) => {
    source.first.giveBack();
    throw error;
  });
  try {
    const sent = await sendParts(bucket, key, uploadId, source);
    await complete(bucket, key, uploadId, sent);
    return sent.size;
  } catch (error) {
    // If the abort fails, the sweep finds it.
    await abortUpload(bucket, key, uploadId).catch(() => {});
    throw error;
  }
};

export interface BucketWriteOptions {
  readonly signal: AbortSignal;
  readonly disposable: boolean;
}

/**
 * Writes streams into a bucket, in parts of `partSize` bytes if they are longer; returns their
 * size.
 */
export const createBucketWriter = (bucket: Bucket, partSize: number) => {
  const memory = createPartMemory({
    pool: createBufferPool(partSize),
    slots: Math.max(LEAST_SLOTS, Math.floor(PARTS_MEMORY / partSize)),
  });
  const thread = createSha256Thread();
  const createChecksum = createChecksums(thread);
  const chooseChecksum = createChecksumChoice(bucket);

  const write = async (key: string, content: Readable, options: BucketWriteOptions) => {
    const { signal, disposable } = options;
    const method = await chooseChecksum();
    const createDigester = createChecksum[method];
    const others = splitParts(content, { memory, createDigester, disposable });
    const { value: first } = await others.next();
    if (first === undefined) throw new Error('There is always a first part.');
    if (first.isLast) return writeWhole(bucket, key, first, signal);
    const stop = (reason: unknown): void => {
      content.destroy(reason instanceof Error ? reason : new Error(String(reason)));
    };
    return writeParts(bucket, key, { first, others, stop, signal }, method);
  };

  return {
    write: async (key: string, content: Readable, options: BucketWriteOptions): Promise<number> => {
      const { signal } = options;
      addAbortSignal(signal, content);
      try {
        return await write(key, content, options);
      } catch (error) {
        signal.throwIfAborted();
        throw content.errored ?? asStoreError(error);
      } finally {
        content.destroy();
      }
    },
    close: () => thread.close(),
  };
};
