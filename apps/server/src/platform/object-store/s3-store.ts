import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { addAbortSignal, Readable } from 'node:stream';
import { ObjectStoreError, requireObjectKey, type ObjectStore } from './object-store.ts';
import { createPartBudget, type PartBudget } from './part-budget.ts';
import { createSignedPut, type Part, type SignedPut } from './signed-put.ts';
import { splitParts } from './split-parts.ts';

/** Parts of one write that are sent at the same time at most. */
const PARTS_IN_FLIGHT = 4;
/** Parts in memory of all writes together, beyond the two (one filling, one sent) that each may hold. */
const SHARED_PARTS = 8;

export interface S3Location {
  /** Address of the service; undefined for Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3StoreOptions extends S3Location {
  /** Bytes; stores take no less than 5 MiB for any part but the last. */
  readonly partSize: number;
}

export interface S3Store extends ObjectStore {
  close(): void;
}

/** How the SDK is to speak with stores that are not Amazon's: their checksums are not the SDK's. */
export const s3ClientConfig = (location: S3Location): S3ClientConfig => ({
  ...(location.endpoint === undefined ? {} : { endpoint: location.endpoint }),
  region: location.region,
  credentials: {
    accessKeyId: location.accessKeyId,
    secretAccessKey: location.secretAccessKey,
  },
  forcePathStyle: location.endpoint !== undefined,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;

const asStoreError = (error: unknown): ObjectStoreError => {
  if (error instanceof ObjectStoreError) return error;
  if (error instanceof S3ServiceException) {
    if (error.name === 'BadDigest') {
      return new ObjectStoreError('corrupted', 'The store received other bytes.', error);
    }
    const full = error.$metadata.httpStatusCode === 507 || error.name === 'QuotaExceeded';
    return new ObjectStoreError(full ? 'full' : 'unavailable', `The store: ${error.name}`, error);
  }
  return new ObjectStoreError('unavailable', 'The store cannot be reached.', error);
};

const refuse = (error: unknown): never => {
  throw asStoreError(error);
};

/** What all keys begin with: those of one file share its id, and are found by one question. */
const sharedPrefix = ([first = '', ...others]: readonly string[]): string => {
  let length = first.length;
  for (const key of others) while (!key.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
};

interface Target {
  readonly client: S3Client;
  readonly put: SignedPut;
  readonly budget: PartBudget;
  readonly bucket: string;
}

interface Source {
  readonly parts: AsyncIterable<Part>;
  /** Ends the parts: nobody wants more of them. */
  readonly stop: (reason: unknown) => void;
  readonly signal: AbortSignal;
}

/** The address of an object, as the SDK finds it for any service. */
const addressOf = async ({ client, bucket }: Target, key: string): Promise<URL> => {
  const url = new URL(
    await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key })),
  );
  url.search = '';
  return url;
};

/** Sends parts as they come, some at a time, and tells their ETags by number. */
const sendParts = async (
  target: Target,
  key: string,
  uploadId: string,
  { parts, stop, signal }: Source,
): Promise<{ etags: string[]; size: number }> => {
  const { put, budget } = target;
  const url = await addressOf(target, key);
  const etags: string[] = [];
  const inFlight = new Set<Promise<void>>();
  const failed = new AbortController();
  const anySignal = AbortSignal.any([signal, failed.signal]);
  let size = 0;
  const fail = (error: unknown): void => {
    if (failed.signal.aborted) return;
    failed.abort(error);
    stop(error);
  };

  const send = async (part: Part, index: number): Promise<void> => {
    const query = { partNumber: String(index + 1), uploadId };
    etags[index] = await put.send({ url, query }, part, anySignal);
  };

  /** Waits until one more part may be in flight; tells whether it takes from the shared ones. */
  const admit = async (): Promise<boolean> => {
    for (;;) {
      if (inFlight.size === 0) return false;
      if (inFlight.size < PARTS_IN_FLIGHT && budget.tryTake()) return true;
      await Promise.race(inFlight);
      failed.signal.throwIfAborted();
    }
  };

  try {
    let index = 0;
    for await (const part of parts) {
      const shared = await admit();
      const sending = send(part, index)
        .catch(fail)
        .finally(() => {
          inFlight.delete(sending);
          if (shared) budget.giveBack();
        });
      inFlight.add(sending);
      index += 1;
      size += part.size;
      anySignal.throwIfAborted();
    }
  } catch (error) {
    fail(error);
  }
  // Nothing may still be on its way when the upload is aborted: it would stay behind.
  await Promise.all(inFlight);
  anySignal.throwIfAborted();
  return { etags, size };
};

/** An object store in a bucket of any service that speaks Amazon's S3. */
export const createS3Store = (options: S3StoreOptions): S3Store => {
  const client = new S3Client(s3ClientConfig(options));
  const { bucket, partSize } = options;
  const target: Target = {
    client,
    bucket,
    put: createSignedPut({
      service: 's3',
      region: options.region,
      credentials: client.config.credentials,
      sha256: client.config.sha256,
    }),
    budget: createPartBudget(SHARED_PARTS),
  };

  const sizeOf = async (key: string): Promise<number | null> => {
    try {
      const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
      return head.ContentLength ?? 0;
    } catch (error) {
      return isMissing(error) ? null : refuse(error);
    }
  };

  const abort = async (key: string, uploadId: string): Promise<void> => {
    await client
      .send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId }))
      .catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
  };

  const unfinished = async function* unfinished(prefix?: string) {
    let marker: { KeyMarker: string; UploadIdMarker: string } | undefined;
    do {
      const page: ListMultipartUploadsCommandOutput = await client
        .send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker }))
        .catch(refuse);
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Key !== undefined && UploadId !== undefined) {
          yield { key: Key, uploadId: UploadId, begun: Initiated?.getTime() ?? 0 };
        }
      }
      const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page;
      marker =
        IsTruncated === true && NextKeyMarker !== undefined && NextUploadIdMarker !== undefined
          ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker }
          : undefined;
    } while (marker !== undefined);
  };

  const writeWhole = async (key: string, part: Part, signal: AbortSignal): Promise<void> => {
    const url = await addressOf(target, key);
    try {
      await target.put.send({ url, query: {} }, part, signal);
    } catch (error) {
      // The store may have taken it all the same, and only its answer was lost.
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })).catch(() => {});
      throw error;
    }
  };

  const complete = async (key: string, uploadId: string, etags: string[], size: number) => {
    const command = new CompleteMultipartUploadCommand({
      Bucket: bucket,
      Key: key,
      UploadId: uploadId,
      MultipartUpload: {
        Parts: etags.map((etag, index) => ({ ETag: etag, PartNumber: index + 1 })),
      },
    });
    await client.send(command).catch(async (error: unknown) => {
      // The answer may have been lost after the work was done.
      if ((await sizeOf(key)) !== size) throw error;
    });
  };

  const writeParts = async (key: string, source: Source): Promise<number> => {
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ Bucket: bucket, Key: key }),
    );
    if (UploadId === undefined) throw new ObjectStoreError('unavailable', 'No id was given.');
    try {
      const { etags, size } = await sendParts(target, key, UploadId, source);
      await complete(key, UploadId, etags, size);
      return size;
    } catch (error) {
      // What cannot be aborted now, the sweep finds.
      await abort(key, UploadId).catch(() => {});
      throw error;
    }
  };

  return {
    async write(key, content, { signal = new AbortController().signal } = {}) {
      requireObjectKey(key);
      addAbortSignal(signal, content);
      const parts = splitParts(content, partSize);
      const stop = (reason: unknown): void => {
        content.destroy(reason instanceof Error ? reason : new Error(String(reason)));
      };
      try {
        const first = await parts.next();
        if (first.done === true) throw new Error('There is always a first part.');
        const second = await parts.next();
        if (second.done === true) {
          await writeWhole(key, first.value, signal);
          return { size: first.value.size };
        }
        const all = async function* all() {
          yield first.value;
          yield second.value;
          yield* parts;
        };
        return { size: await writeParts(key, { parts: all(), stop, signal }) };
      } catch (error) {
        signal.throwIfAborted();
        throw content.errored ?? asStoreError(error);
      } finally {
        content.destroy();
      }
    },

    async read(key, range) {
      requireObjectKey(key);
      try {
        const { Body } = await client.send(
          new GetObjectCommand({
            Bucket: bucket,
            Key: key,
            ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
          }),
        );
        if (Body instanceof Readable) return Body;
        throw new Error('The store answered without a body.');
      } catch (error) {
        return isMissing(error) ? null : refuse(error);
      }
    },

    size: async (key) => sizeOf(requireObjectKey(key)),

    async remove(keys) {
      const wanted = new Set(keys.map(requireObjectKey));
      for await (const { key, uploadId } of unfinished(sharedPrefix(keys))) {
        if (wanted.has(key)) await abort(key, uploadId).catch(refuse);
      }
      await Promise.all(
        keys.map((key) =>
          client
            .send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
            .catch((error: unknown) => (isMissing(error) ? null : refuse(error))),
        ),
      );
    },

    async *keys() {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket })) {
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
      }
    },

    async countUnfinished() {
      let count = 0;
      for await (const _ of unfinished()) count += 1;
      return count;
    },

    async sweep(before) {
      let swept = 0;
      for await (const { key, uploadId, begun } of unfinished()) {
        if (begun >= before) continue;
        await abort(key, uploadId);
        swept += 1;
      }
      return swept;
    },

    link: async (key, { mediaType, disposition, lifetime }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          Bucket: bucket,
          Key: requireObjectKey(key),
          ResponseContentType: mediaType,
          ResponseContentDisposition: disposition,
        }),
        { expiresIn: lifetime },
      ),

    async health() {
      try {
        await client.send(new HeadBucketCommand({ Bucket: bucket }), {
          abortSignal: AbortSignal.timeout(5_000),
        });
        return { status: 'healthy' };
      } catch {
        return { status: 'error', detail: 'The object store does not answer.' };
      }
    },

    close() {
      target.put.close();
      client.destroy();
    },
  };
};
