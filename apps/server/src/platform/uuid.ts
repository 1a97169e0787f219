import { randomBytes } from 'node:crypto';

/** The nil UUID (RFC 9562), before all others. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** The range of the twelve-bit counter; a process never makes so many in one millisecond. */
const COUNTS = 4_096;

let lastNow = -1;
let count = 0;

/** The least UUIDv7 of a moment, in milliseconds since the epoch: all earlier ones are less. */
export const firstUuidV7At = (ms: number): string => {
  const time = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
};

/** In place of the id of a user whose account is deleted. */
export const DELETED_USER_ID = firstUuidV7At(0);

/**
 * A UUIDv7 (RFC 9562, section 5.7): 48 bits of milliseconds since the epoch, 12 bits that count
 * those of one millisecond (section 6.2, method 1), then 62 random bits. Later ones of a process
 * sort later, so that they are appended to indexes and lists by id have a stable order.
 */
export const createUuidV7 = (now: number): string => {
  count = now === lastNow ? (count + 1) % COUNTS : 0;
  lastNow = now;
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt16BE(0x7000 | count, 6);
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
