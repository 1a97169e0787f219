import { setImmediate } from 'node:timers/promises';
import { MAX_PACKETS } from './opus-waveform.ts';

/**
 * Elements of a WebM file (RFC 9559, section 5.1): containers that are entered, and elements that
 * are read.
 */
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMESTAMP_SCALE = 0x2ad7b1;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_NUMBER = 0xd7;
const CODEC = 0x86;
const CLUSTER = 0x1f43b675;
const CLUSTER_TIMESTAMP = 0xe7;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const SIMPLE_BLOCK = 0xa3;

const containers: ReadonlySet<number> = new Set([
  SEGMENT,
  INFO,
  TRACKS,
  TRACK,
  CLUSTER,
  BLOCK_GROUP,
]);

/** Nanoseconds of one tick by default. */
const DEFAULT_SCALE = 1_000_000;
const NANOSECONDS_A_MILLISECOND = 1_000_000;

/** The codec name of an Opus track. */
const OPUS = Buffer.from('A_OPUS');

/** The bits of a block's flags that say how several packets share it. */
const LACING = 0x06;

/**
 * The largest number of elements of a recording: three hours of blocks of 20 ms, each with a group
 * and a length, are 1.6 million.
 */
const MAX_ELEMENTS = 2_000_000;
/** Elements read at once, in about 1 ms, so that waiting calls run in between. */
const ELEMENTS_AT_ONCE = 5_000;
/** The largest number of bytes of a number (RFC 8794, section 7.2). */
const MAX_NUMBER_BYTES = 8;

interface Read {
  readonly value: number;
  readonly end: number;
}

/**
 * A number with its length encoded in the first byte (RFC 8794, section 4); ids keep the length
 * marker, sizes do not.
 */
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
  for (const byte of bytes.subarray(0, MAX_NUMBER_BYTES)) value = value * 256 + byte;
  return value;
};

interface Block {
  readonly track: number;
  /** Its time in ticks, relative to its cluster. */
  readonly offset: number;
  /** Null if there is none, or several share the block, which recorders do not write. */
  readonly packet: Buffer | null;
}

/** Reads the track number, the time in two bytes, the flags in one, and the packet. */
const readBlock = (bytes: Buffer): Block | null => {
  const track = readNumber(bytes, 0, false);
  if (track === null || track.end + 3 > bytes.length) return null;
  const isShared = (bytes.readUInt8(track.end + 2) & LACING) !== 0;
  const packet = bytes.subarray(track.end + 3);
  return {
    track: track.value,
    offset: bytes.readInt16BE(track.end),
    packet: isShared || packet.length === 0 ? null : packet,
  };
};

export interface Webm {
  /**
   * The length in milliseconds by the time of the last block, because browsers write the head
   * before they know the length. Null if there is no block.
   */
  readonly durationMs: number | null;
  /**
   * The packets of the first Opus track in order; empty if there is none, or it is longer than any
   * voice message.
   */
  readonly opusPackets: readonly Buffer[];
}

/**
 * Parses a WebM file. Invalid content is read as far as possible, and nothing if it has more elements
 * than any recording.
 */
export const readWebm = async (bytes: Buffer): Promise<Webm> => {
  let scale = DEFAULT_SCALE;
  let cluster = 0;
  let last: number | null = null;
  let trackNumber = 0;
  let opusTrack: number | null = null;
  const opusPackets: Buffer[] = [];

  const readElement = (id: number, content: Buffer): void => {
    if (id === TIMESTAMP_SCALE) scale = readUnsigned(content);
    if (id === TRACK_NUMBER) trackNumber = readUnsigned(content);
    // Every writer puts the number of a track before its codec.
    if (id === CODEC && content.equals(OPUS)) opusTrack ??= trackNumber;
    if (id === CLUSTER_TIMESTAMP) cluster = readUnsigned(content);
    if (id !== BLOCK && id !== SIMPLE_BLOCK) return;
    const block = readBlock(content);
    if (block === null) return;
    last = Math.max(last ?? 0, cluster + block.offset);
    if (block.track !== opusTrack || block.packet === null) return;
    // One more than the largest number tells that there are too many.
    if (opusPackets.length <= MAX_PACKETS) opusPackets.push(block.packet);
  };

  let count = 0;
  for (let at = 0; at < bytes.length;) {
    if (count === MAX_ELEMENTS) return { durationMs: null, opusPackets: [] };
    if (count % ELEMENTS_AT_ONCE === 0) await setImmediate();
    count += 1;
    const id = readNumber(bytes, at, true);
    const size = id === null ? null : readNumber(bytes, id.end, false);
    if (id === null || size === null) break;
    const isContainer = containers.has(id.value);
    if (!isContainer) readElement(id.value, bytes.subarray(size.end, size.end + size.value));
    // A live recording does not state the size of its containers, so they are entered, never
    // skipped.
    at = isContainer ? size.end : size.end + size.value;
  }
  return {
    durationMs: last === null ? null : Math.round((last * scale) / NANOSECONDS_A_MILLISECOND),
    opusPackets: opusPackets.length > MAX_PACKETS ? [] : opusPackets,
  };
};
