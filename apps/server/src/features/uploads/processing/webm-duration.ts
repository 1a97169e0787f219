/** Elements of a WebM file (RFC 9559, section 5.1): those that are gone into, and those that are read. */
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const CLUSTER = 0x1f43b675;
const CLUSTER_TIMESTAMP = 0xe7;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const SIMPLE_BLOCK = 0xa3;

const containers: ReadonlySet<number> = new Set([SEGMENT, INFO, CLUSTER, BLOCK_GROUP]);

/** Nanoseconds of one tick where the file says nothing. */
const DEFAULT_SCALE = 1_000_000;
const NANOSECONDS_A_MILLISECOND = 1_000_000;

interface Read {
  readonly value: number;
  readonly end: number;
}

/** A number whose first byte says how long it is (RFC 8794, section 4); ids keep that mark, sizes do not. */
const readNumber = (bytes: Buffer, at: number, keepsMark: boolean): Read | null => {
  const first = bytes[at];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  const end = at + length;
  if (end > bytes.length) return null;
  let value = keepsMark ? first : first & (0xff >> length);
  for (let index = at + 1; index < end; index += 1) value = value * 256 + bytes.readUInt8(index);
  return { value, end };
};

const readUnsigned = (bytes: Buffer): number => {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
};

/** When a block is played, against its cluster: after the number of its track, in two bytes. */
const blockOffset = (block: Buffer): number | null => {
  const track = readNumber(block, 0, false);
  return track === null || track.end + 2 > block.length ? null : block.readInt16BE(track.end);
};

/**
 * How far a WebM file goes in milliseconds, by when its last block is played: browsers write the head of
 * a recording before they know how long it becomes. Null where there is no block.
 */
export const webmDuration = (bytes: Buffer): number | null => {
  let scale = DEFAULT_SCALE;
  let cluster = 0;
  let last: number | null = null;
  for (let at = 0; at < bytes.length;) {
    const id = readNumber(bytes, at, true);
    const size = id === null ? null : readNumber(bytes, id.end, false);
    if (id === null || size === null) break;
    const content = bytes.subarray(size.end, size.end + size.value);
    if (id.value === TIMESTAMP_SCALE) scale = readUnsigned(content);
    if (id.value === CLUSTER_TIMESTAMP) cluster = readUnsigned(content);
    if (id.value === BLOCK || id.value === SIMPLE_BLOCK) {
      const offset = blockOffset(content);
      if (offset !== null) last = Math.max(last ?? 0, cluster + offset);
    }
    // A live recording does not say how long its containers are: they are gone into, never skipped.
    at = containers.has(id.value) ? size.end : size.end + size.value;
  }
  return last === null ? null : Math.round((last * scale) / NANOSECONDS_A_MILLISECOND);
};
