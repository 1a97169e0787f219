import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  type RuntimeExtension,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Readable } from 'node:stream';
import type { Bucket } from './checksum-support.ts';
import { limitSilence } from './limit-silence.ts';
import { isObjectKey, requireObjectKey, type ByteRange, type ObjectStore } from './object-store.ts';
import { isMissing, rejectWith } from './s3-errors.ts';
import { abortUpload, createBucketWriter, sizeOf } from './s3-write.ts';
import { createSignedPut } from './signed-put.ts';

export interface S3Location {
  /** URL of the service; undefined for Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3StoreOptions extends S3Location {
  /** Bytes; stores accept no less than 5 MiB for any part but the last. */
  readonly partSize: number;
}

export interface S3Store extends ObjectStore {
  close(): void;
}

/**
 * Milliseconds from a request of the SDK to the head of its response. Some stores join the parts of a
 * large object first.
 */
const RESPONSE_LIMIT_MS = 60_000;

/** Every body that the SDK reads, also of lists and for the tus protocol's store. */
const limitedBodies: RuntimeExtension = {
  configure: (client) => {
    const handler = client.httpHandler();
    const limited: typeof handler = Object.create(handler);
    limited.handle = async (...given) => {
      const result = await handler.handle(...given);
      const body: unknown = result.response.body;
      if (body instanceof Readable) result.response.body = limitSilence(body);
      return result;
    };
    client.setHttpHandler(limited);
  },
};

/** The SDK's configuration for stores that are not Amazon's, whose checksums differ. */
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
  // By default the SDK waits for a response without end.
  requestHandler: { requestTimeout: RESPONSE_LIMIT_MS, throwOnRequestTimeout: true },
  extensions: [limitedBodies],
});

/** The common prefix of all keys: those of one file share its id, and are found by one request. */
const sharedPrefix = ([first = '', ...others]: readonly string[]): string => {
  let length = first.length;
  for (const key of others) while (!key.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
};

export const openBucket = (location: S3Location): Bucket => {
  const client = new S3Client(s3ClientConfig(location));
  const put = createSignedPut({
    service: 's3',
    region: location.region,
    credentials: client.config.credentials,
    sha256: client.config.sha256,
  });
  return { client, bucket: location.bucket, put };
};

/** The bytes of an object or of a part of it; null if there is no such object. */
export const readObject = async (
  { client, bucket }: Bucket,
  key: string,
  range?: ByteRange,
): Promise<Readable | null> => {
  try {
    const { Body } = await client.send(
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
      }),
    );
    if (Body instanceof Readable) return Body;
    throw new Error('The store responded without a body.');
  } catch (error) {
    return isMissing(error) ? null : rejectWith(error);
  }
};

/** An object store in a bucket of any service with Amazon's S3 API. */
export const createS3Store = (options: S3StoreOptions): S3Store => {
  const { bucket, partSize } = options;
  const target = openBucket(options);
  const { client } = target;
  const writer = createBucketWriter(target, partSize);

  const unfinished = async function* unfinished(prefix?: string) {
    let marker: { KeyMarker: string; UploadIdMarker: string } | undefined;
    do {
      const page: ListMultipartUploadsCommandOutput = await client
        .send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker }))
        .catch(rejectWith);
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

  return {
    async write(key, content, { signal, disposable = false } = {}) {
      const options = { signal: signal ?? new AbortController().signal, disposable };
      return { size: await writer.write(requireObjectKey(key), content, options) };
    },

    read: async (key, range) => readObject(target, requireObjectKey(key), range),

    size: async (key) => sizeOf(target, requireObjectKey(key)),

    async remove(keys) {
      const wanted = new Set(keys.map(requireObjectKey));
      for await (const { key, uploadId } of unfinished(sharedPrefix(keys))) {
        if (wanted.has(key)) await abortUpload(target, key, uploadId).catch(rejectWith);
      }
      await Promise.all(
        keys.map((key) =>
          client
            .send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
            .catch((error: unknown) => (isMissing(error) ? null : rejectWith(error))),
        ),
      );
    },

    async *keys() {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket })) {
        for (const { Key } of page.Contents ?? [])
          if (Key !== undefined && isObjectKey(Key)) yield Key;
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
        await abortUpload(target, key, uploadId);
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
      } catch (error) {
        const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : null;
        const does = status ? `refuses the bucket with status ${status}` : 'does not answer';
        return { status: 'error', detail: `The object store ${does}.` };
      }
    },

    close() {
      void writer.close();
      target.put.close();
      client.destroy();
    },
  };
};
