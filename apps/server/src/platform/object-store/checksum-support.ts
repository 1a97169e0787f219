import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { crc32 } from 'node:zlib';
import { crc32Checksum, type ChecksumMethod } from './part-checksum.ts';
import type { PutOutcome, SignedPut } from './signed-put.ts';

/** Where parts are offered that are never completed to an object. */
export const PROBE_KEY = 'checksum-probe';

export interface Bucket {
  readonly client: S3Client;
  readonly put: SignedPut;
  readonly bucket: string;
}

/** The address of an object, as the SDK finds it for any service. */
export const addressOf = async ({ client, bucket }: Bucket, key: string): Promise<URL> => {
  const url = new URL(
    await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key })),
  );
  url.search = '';
  return url;
};

/** Time that a service has to show whether it compares checksums. */
const PATIENCE_MS = 30_000;

const offerParts = async (
  bucket: Bucket,
  uploadId: string,
  signal: AbortSignal,
): Promise<ChecksumMethod | null> => {
  const url = await addressOf(bucket, PROBE_KEY);
  const target = { url, query: { partNumber: '1', uploadId } };
  const bytes = Buffer.from('Do you compare checksums?');
  const sum = crc32(bytes);
  const otherSum = crc32(bytes.subarray(1));
  const offer = (announced: number): Promise<PutOutcome> =>
    bucket.put.attempt(target, { bytes, checksum: crc32Checksum(announced) }, signal);

  const wrong = await offer(otherSum);
  if (wrong.error === undefined) return 'sha256';
  if (wrong.error.fault !== 'corrupted') return wrong.passing ? null : 'sha256';
  const right = await offer(sum);
  if (right.error === undefined) return 'crc32';
  return right.passing ? null : 'sha256';
};

const probe = async (bucket: Bucket, signal: AbortSignal): Promise<ChecksumMethod | null> => {
  const upload = { Bucket: bucket.bucket, Key: PROBE_KEY };
  const { UploadId } = await bucket.client.send(
    new CreateMultipartUploadCommand({ ...upload, ChecksumAlgorithm: 'CRC32' }),
    { abortSignal: signal },
  );
  try {
    return UploadId === undefined ? null : await offerParts(bucket, UploadId, signal);
  } finally {
    // What cannot be aborted now, the sweep finds.
    await bucket.client
      .send(new AbortMultipartUploadCommand({ ...upload, UploadId }), { abortSignal: signal })
      .catch(() => {});
  }
};

/** Some services (Cloudflare's R2 in 2025) refuse requests with the header of a checksum they do not know. */
const isRefusal = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  (error.$metadata.httpStatusCode === 400 || error.$metadata.httpStatusCode === 501);

/**
 * How a service is to notice damaged parts. Whether it compares checksums only shows when it is given
 * a wrong one: older services (Ceph before 19) take the header and ignore it. It is asked once, and
 * again where it failed meanwhile: until it has answered, parts go by what every service checks.
 */
export const createChecksumChoice = (bucket: Bucket): (() => Promise<ChecksumMethod>) => {
  let asked: Promise<ChecksumMethod | null> | null = null;
  return async () => {
    asked ??= probe(bucket, AbortSignal.timeout(PATIENCE_MS)).catch((error: unknown) =>
      isRefusal(error) ? 'sha256' : null,
    );
    const found = await asked;
    if (found === null) asked = null;
    return found ?? 'sha256';
  };
};
