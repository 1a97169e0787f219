import { expect, test } from 'vitest';
import type { MappedRecord } from '../pipeline/connector.ts';
import { reject, toRecord } from './draft-fields.ts';
import { inBatches } from './in-batches.ts';

/** The sizes of the batches of texts that have `records` records each. */
const sizes = async (texts: readonly string[], records: number): Promise<readonly number[]> => {
  let row = 0;
  const pieces = async function* () {
    yield* texts;
  };
  const read = async function* (given: AsyncIterable<string>) {
    for await (const text of given) {
      const found: MappedRecord[] = Array.from({ length: records }, () =>
        toRecord((row += 1), null, reject('title_missing', text)),
      );
      yield found;
    }
  };
  const found: number[] = [];
  for await (const batch of inBatches(pieces(), 10, read)) found.push(batch.records.length);
  return found;
};

test('records of short texts wait for others, and those of long texts do not', async () => {
  expect(await sizes(Array(7).fill('short'), 3)).toEqual([12, 9]);
  expect(await sizes(Array(6).fill('long '.repeat(2 ** 19)), 1)).toEqual([2, 2, 2]);
  expect(await sizes(Array(6).fill('long '.repeat(2 ** 19)), 0)).toEqual([]);
  expect(await sizes([], 1)).toEqual([]);
});
