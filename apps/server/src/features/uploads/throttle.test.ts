import type { Transform } from 'node:stream';
import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Throttle } from './throttle.ts';

const PIECE = 1_000;

/**
 * Writes a number of pieces as fast as the stream accepts them, and reports each that comes out.
 */
const feed = (stream: Transform, pieces: number, onPiece: (bytes: Buffer) => void): void => {
  stream.on('data', onPiece);
  for (let piece = 0; piece < pieces; piece += 1) stream.write(Buffer.alloc(PIECE, piece));
  stream.end();
};

test('uploads take only their share of each turn of the event loop, one after another', async () => {
  const throttle = new Throttle(2 * PIECE);
  const taken = [0, 0, 0, 0];
  for (const [index] of taken.entries()) {
    feed(throttle.stream(), 6, () => {
      taken[index] = (taken[index] ?? 0) + 1;
    });
  }
  const sum = (): number => taken.reduce((total, each) => total + each, 0);
  let before = sum();
  expect(before).toBeLessThanOrEqual(2);
  for (let tick = 0; tick < 40 && sum() < 24; tick += 1) {
    await nextTick();
    expect(sum() - before).toBeLessThanOrEqual(2);
    // The first had a whole turn before the others came.
    expect(Math.max(...taken) - Math.min(...taken)).toBeLessThanOrEqual(3);
    before = sum();
  }
  expect(taken).toEqual([6, 6, 6, 6]);
});

test('a single one passes completely, and a destroyed one blocks no other', async () => {
  const throttle = new Throttle(PIECE);
  const left = throttle.stream();
  feed(left, 3, () => {});
  left.destroy();
  const bytes: Buffer[] = [];
  const stream = throttle.stream();
  feed(stream, 5, (piece) => bytes.push(piece));
  await new Promise((resolve) => void stream.once('end', resolve));
  const whole = Buffer.concat(Array.from({ length: 5 }, (_, piece) => Buffer.alloc(PIECE, piece)));
  expect(Buffer.concat(bytes).equals(whole)).toBe(true);
});
