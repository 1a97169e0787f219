import fc from 'fast-check';
import { expect, test } from 'vitest';
import { webmDuration } from './webm-duration.ts';

const UNKNOWN_SIZE = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);

const element = (id: string, content: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10000000 + content.length);
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
};

/** As a browser writes it while it still records. */
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

test('a recording is as long as its last block says, though its head says nothing', () => {
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
  expect(webmDuration(recording)).toBe(10_260);
  // Cut off in the middle, it is as long as what is there.
  expect(webmDuration(recording.subarray(0, recording.length - 8))).toBe(10_020);
});

test('ticks are as long as the file says', () => {
  const recording = Buffer.concat([
    head(2_000_000),
    open('1f43b675'),
    element('e7', number(100)),
    block(5),
  ]);
  expect(webmDuration(recording)).toBe(210);
});

test('anything else has no length, and comes to an end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const found = webmDuration(Buffer.from(bytes));
      expect(found === null || Number.isFinite(found)).toBe(true);
    }),
  );
  expect(webmDuration(Buffer.from('RIFF....WAVE'))).toBe(null);
});
