import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passesDuring } from '#test/passes-during.ts';
import { readWebm } from './webm.ts';

const UNKNOWN_SIZE = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);

const element = (id: string, content: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10000000 + content.length);
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
};

/** As a browser writes it while it is still recording. */
const open = (id: string): Buffer => Buffer.concat([Buffer.from(id, 'hex'), UNKNOWN_SIZE]);

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const block = (offset: number): Buffer => {
  const head = Buffer.from([0x81, 0, 0, 0x80]);
  head.writeInt16BE(offset, 1);
  return element('a3', Buffer.concat([head, Buffer.from('sound')]));
};

const head = (scale: number): Buffer =>
  Buffer.concat([
    element('1a45dfa3', Buffer.from('head')),
    open('18538067'),
    element('1549a966', element('2ad7b1', number(scale))),
  ]);

test('a recording is as long as its last block says, though its head has no length', async () => {
  const recording = Buffer.concat([
    head(1_000_000),
    open('1f43b675'),
    element('e7', number(0)),
    block(0),
    block(60),
    open('1f43b675'),
    element('e7', number(10_020)),
    block(0),
    element('a0', element('a1', Buffer.from([0x81, 0, 240, 0x80, 1]))),
  ]);
  expect((await readWebm(recording)).durationMs).toBe(10_260);
  // Truncated, it is as long as its remaining blocks.
  const cut = recording.subarray(0, recording.length - 8);
  expect((await readWebm(cut)).durationMs).toBe(10_020);
});

test('ticks are as long as the file says', async () => {
  const recording = Buffer.concat([
    head(2_000_000),
    open('1f43b675'),
    element('e7', number(100)),
    block(5),
  ]);
  expect((await readWebm(recording)).durationMs).toBe(210);
});

/** A track of that number and codec. */
const track = (trackNumber: number, codec: string): Buffer =>
  element(
    'ae',
    Buffer.concat([element('d7', Buffer.from([trackNumber])), element('86', Buffer.from(codec))]),
  );

const played = (trackNumber: number, packet: string, flags = 0x80): Buffer =>
  element(
    'a3',
    Buffer.concat([Buffer.from([0x80 | trackNumber, 0, 0, flags]), Buffer.from(packet)]),
  );

test('the recorded sound is the packets of its Opus track', async () => {
  const recording = Buffer.concat([
    head(1_000_000),
    element('1654ae6b', Buffer.concat([track(1, 'V_VP9'), track(2, 'A_OPUS')])),
    open('1f43b675'),
    played(2, 'one'),
    played(1, 'a picture'),
    // Several packets in one block, which is not treated as one.
    played(2, 'laced', 0x82),
    // An empty packet has no sound.
    played(2, ''),
    played(2, 'two'),
  ]);
  expect((await readWebm(recording)).opusPackets.map(String)).toEqual(['one', 'two']);
});

test('a recording longer than any voice message has its length, but its sound is not read', async () => {
  const packets = Array.from({ length: 250_000 }, () => played(1, 'x'));
  const recording = Buffer.concat([
    head(1_000_000),
    element('1654ae6b', track(1, 'A_OPUS')),
    open('1f43b675'),
    ...packets,
    block(60),
  ]);
  expect(await readWebm(recording)).toEqual({ durationMs: 60, opusPackets: [] });
});

test('of more elements than any recording has, no more are read', async () => {
  const voids = Buffer.alloc(2 * 2_000_000, Buffer.from('ec80', 'hex'));
  const recording = Buffer.concat([head(1_000_000), open('1f43b675'), voids, block(60)]);
  expect(await readWebm(recording)).toEqual({ durationMs: null, opusPackets: [] });
});

test('other work is done while a large recording is read', async () => {
  const voids = Buffer.alloc(2 * 100_000, Buffer.from('ec80', 'hex'));
  const passes = await passesDuring(() => readWebm(voids));
  expect(passes).toBeGreaterThan(10);
});

test('other content has no length, and parsing ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const { durationMs } = await readWebm(Buffer.from(bytes));
      expect(durationMs === null || Number.isFinite(durationMs)).toBe(true);
    }),
  );
  expect((await readWebm(Buffer.from('RIFF....WAVE'))).durationMs).toBe(null);
});
