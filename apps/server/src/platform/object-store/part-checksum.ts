import { crc32 } from 'node:zlib';
import type { Sha256Thread } from './sha256-thread.ts';
import type { Digester } from './split-parts.ts';

/**
 * How a service detects a damaged part. `crc32`: by a checksum of the bytes, which current services
 * compare. `sha256`: by the signature, which covers the digest of the bytes; every service checks
 * it, at a multiple of the processor time.
 */
export type ChecksumMethod = 'crc32' | 'sha256';

export interface PartChecksum {
  /** Sent with the part, and signed. */
  readonly headers: Readonly<Record<string, string>>;
  /** In base 64, if there is one; completing an upload repeats it. */
  readonly crc32?: string;
}

/** A CRC-32 in the form of `x-amz-checksum-crc32`. */
const encodeCrc32 = (sum: number): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(sum);
  return bytes.toString('base64');
};

export const crc32Checksum = (sum: number): PartChecksum => {
  const encoded = encodeCrc32(sum);
  return {
    headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'x-amz-checksum-crc32': encoded },
    crc32: encoded,
  };
};

type CreateDigester = () => Digester<PartChecksum>;

/**
 * CRC-32 is cheaper to compute here than on a thread; SHA-256 takes a third of all work on a part.
 */
export const createChecksums = (
  thread: Sha256Thread,
): Readonly<Record<ChecksumMethod, CreateDigester>> => ({
  crc32: () => {
    let sum = 0;
    return {
      update: (bytes) => {
        sum = crc32(bytes, sum);
      },
      finish: (bytes) => Promise.resolve({ bytes, digest: crc32Checksum(sum) }),
    };
  },
  sha256: () => ({
    update: () => {},
    finish: async (part) => {
      const { bytes, digest } = await thread.digest(part);
      return { bytes, digest: { headers: { 'x-amz-content-sha256': digest } } };
    },
  }),
});
