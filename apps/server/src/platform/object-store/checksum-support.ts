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

/** The key of the probe's parts, which are never completed to an object. */
export const PROBE_KEY = 'checksum-probe';

export interface Bucket {
  readonly client: S3Client;
  readonly put: SignedPut;
  readonly bucket: string;
}

/** The URL of an object, as the SDK determines it for any service. */
export const urlOf = async ({ client, bucket }: Bucket, key: string): Promise<URL> => {
  const url = new URL(
    await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key })),
  );
  url.search = '';
  return url;
};

/** How long a service has to show whether it compares checksums. */
const PATIENCE_MS = 30_000;

const offerParts = async (
  bucket: Bucket,
  uploadId: string,
  signal: AbortSignal,
): Promise<ChecksumMethod | null> => {
  const url = await urlOf(bucket, PROBE_KEY);
  const target = { url, query: { partNumber: '1', uploadId } };
  const bytes = Buffer.from('Do you compare checksums?');
  const sum = crc32(bytes);
  const otherSum = crc32(bytes.subarray(1));
  const offer = (announced: number): Promise<PutOutcome> =>
    bucket.put.attempt(target, { bytes, checksum: crc32Checksum(announced) }, signal);

  const wrong = await offer(otherSum);
  if (wrong.error === undefined) return 'sha256';
  if (wrong.error.reason !== 'corrupted') return wrong.passing ? null : 'sha256';
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
    // If the abort fails, the sweep finds it.
    await bucket.client
      .send(new AbortMultipartUploadCommand({ ...upload, UploadId }), { abortSignal: signal })
      .catch(() => {});
  }
};

/** Some services (Cloudflare's R2 in 2025) reject requests with an unknown checksum header. */
const isRejection = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  (error.$metadata.httpStatusCode === 400 || error.$metadata.httpStatusCode === 501);

/**
 * Chooses how a service detects damaged parts. Only a wrong checksum shows whether it compares
 * them, because older services (Ceph before 19) accept the header and ignore it. The probe runs
 * once, and again if it failed; until it succeeds, parts use what every service checks.
 */
export const createChecksumChoice = (bucket: Bucket): (() => Promise<ChecksumMethod>) => {
  let asked: Promise<ChecksumMethod | null> | null = null;
  return async () => {
    asked ??= probe(bucket, AbortSignal.timeout(PATIENCE_MS)).catch((error: unknown) =>
      isRejection(error) ? 'sha256' : null,
    );
    const found = await asked;
    if (found === null) asked = null;
    return found ?? 'sha256';
  };
};
