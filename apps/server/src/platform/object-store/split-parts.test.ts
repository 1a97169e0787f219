import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createPartMemory } from './part-memory.ts';
import { splitParts } from './split-parts.ts';

const noDigester = () => ({ update: () => {}, finish: () => null });

const collect = async (pieces: readonly Buffer[], disposable: boolean): Promise<string[]> => {
  const parts: string[] = [];
  const sums: number[] = [];
  const split = splitParts(Readable.from(pieces), {
    memory: createPartMemory({ partSize: 4, places: 1 }),
    createDigester: () => {
      let sum = 0;
      return {
        update: (bytes) => {
          sum += bytes.length;
        },
        finish: () => sum,
      };
    },
    disposable,
  });
  for await (const { bytes, digest, isLast, giveBack } of split) {
    parts.push(`${bytes.toString()}${isLast ? '.' : ''}`);
    sums.push(digest);
    giveBack();
  }
  expect(sums).toEqual(parts.map((part) => part.replace('.', '').length));
  return parts;
};

const alone = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(text.length);
  bytes.write(text);
  return bytes;
};

test.for([
  [[], ['.']],
  [['ab'], ['ab.']],
  [['abcd'], ['abcd.']],
  [['abcde'], ['abcd', 'e.']],
  [
    ['a', 'bcdefghij', 'kl'],
    ['abcd', 'efgh', 'ijkl.'],
  ],
] as const)('%j is cut into %j', async ([pieces, parts]) => {
  for (const disposable of [false, true]) {
    expect(await collect(pieces.map(alone), disposable)).toEqual(parts);
  }
});

test('pieces that are given away are freed, unless they are a piece of something', async () => {
  const kept = alone('abcde');
  await collect([kept], false);
  expect(kept.toString()).toBe('abcde');

  const whole = alone('abcdefgh');
  const given = alone('ijklm');
  await collect([whole.subarray(0, 5), given], true);
  expect(whole.toString()).toBe('abcdefgh');
  expect(given.buffer.byteLength).toBe(0);
});

test('what broke the stream is told, and its memory given back', async () => {
  // It would have its place back by waiting, too.
  const memory = createPartMemory({ partSize: 4, places: 1, patience: 60_000 });
  const broken = new Error('The line was cut.');
  const breaking = Readable.from(
    (async function* generate() {
      yield alone('ab');
      throw broken;
    })(),
  );
  const parts = splitParts(breaking, { memory, createDigester: noDigester, disposable: true });
  await expect(parts.next()).rejects.toBe(broken);
  (await memory.lend()).giveBack();
});
