import { randomBytes } from 'node:crypto';

/**
 * A UUIDv7 (RFC 9562, section 5.7): 48 bits of milliseconds since the epoch, then 74 random bits.
 * Ids made later sort later, so they land at the right end of an index.
 */
export const createUuidV7 = (now: number): string => {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | (bytes.readUInt8(6) & 0x0f);
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f);
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
};
