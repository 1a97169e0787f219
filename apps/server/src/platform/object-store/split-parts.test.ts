import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createBufferPool, createPartMemory } from './part-memory.ts';
import { splitParts } from './split-parts.ts';

const noDigester = () => ({
  update: () => {},
  finish: (bytes: Buffer) => Promise.resolve({ bytes, digest: null }),
});

const collect = async (pieces: readonly Buffer[], disposable: boolean): Promise<string[]> => {
  const parts: string[] = [];
  const sums: number[] = [];
  const split = splitParts(Readable.from(pieces), {
    memory: createPartMemory({ pool: createBufferPool(4), slots: 1 }),
    createDigester: () => {
      let sum = 0;
      return {
        update: (bytes) => {
          sum += bytes.length;
        },
        finish: (bytes) => Promise.resolve({ bytes, digest: sum }),
      };
    },
    disposable,
  });
  for await (const { size, sealed, isLast, giveBack } of split) {
    const { bytes, digest } = await sealed;
    expect(size).toBe(bytes.length);
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
] as const)('%j is split into %j', async ([pieces, parts]) => {
  for (const disposable of [false, true]) {
    expect(await collect(pieces.map(alone), disposable)).toEqual(parts);
  }
});

test('disposable chunks are freed, unless they are a part of a larger buffer', async () => {
  const part = alone('abcde');
  await collect([part], false);
  expect(part.toString()).toBe('abcde');

  const whole = alone('abcdefgh');
  const given = alone('ijklm');
  await collect([whole.subarray(0, 5), given], true);
  expect(whole.toString()).toBe('abcdefgh');
  expect(given.buffer.byteLength).toBe(0);
});

test('memory that moves while a part is sealed is reused, and lost memory is not', async () => {
  const memory = createPartMemory({ pool: createBufferPool(4), slots: 1 });
  const fates = ['moved', 'lost', 'moved'];
  const split = splitParts(Readable.from([alone('abcdefghij')]), {
    memory,
    createDigester: () => ({
      update: () => {},
      finish: async ({ buffer, length }) => {
        const moved = structuredClone(buffer, {
          transfer: buffer instanceof ArrayBuffer ? [buffer] : [],
        });
        if (fates.shift() === 'lost') throw new Error('The thread has ended.');
        return { bytes: Buffer.from(moved, 0, length), digest: null };
      },
    }),
    disposable: false,
  });
  const notified: string[] = [];
  for await (const { sealed, giveBack } of split) {
    notified.push(await sealed.then(({ bytes }) => bytes.toString(), String));
    giveBack();
  }
  expect(notified).toEqual(['abcd', 'Error: The thread has ended.', 'ij']);
});

test('an error of the stream is thrown, and its memory returned', async () => {
  // By waiting it would get its slot back, too.
  const memory = createPartMemory({ pool: createBufferPool(4), slots: 1, patience: 60_000 });
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
