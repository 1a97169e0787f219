import { expect, test } from 'vitest';
import { dealsTitled, manyDeals } from './deals.test-data.ts';
import { createDictionaries, valuesOf } from './dictionaries.ts';
import { SegmentBuilder } from './segment-builder.ts';

/** Another number of deals each, with and without the words of the former ones. */
const parts = [manyDeals(200), dealsTitled(['Офис стол', 'Washing machine 7 кг']), manyDeals(300)];

test('a builder makes a further segment as a new builder does', () => {
  const [ours, others] = [createDictionaries(), createDictionaries()];
  const builder = new SegmentBuilder(ours);
  for (const deals of parts) {
    const expected = new SegmentBuilder(others);
    for (const deal of deals) {
      builder.add(deal);
      expected.add(deal);
    }
    expect(builder.build().parts).toEqual(expected.build().parts);
    expect(builder.size).toBe(0);
  }
  expect(valuesOf(ours)).toEqual(valuesOf(others));
});
