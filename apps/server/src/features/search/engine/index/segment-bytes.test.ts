import { expect, test } from 'vitest';
import { manyDeals } from './deals.test-data.ts';
import { createDictionaries } from './dictionaries.ts';
import { SegmentBuilder } from './segment-builder.ts';

const SIZE = 1_000;

test('a segment counts the bytes of its structures, and of facets once they are built', () => {
  const builder = new SegmentBuilder(createDictionaries());
  for (const deal of manyDeals(SIZE)) builder.add(deal);
  const segment = builder.build();
  const { postings, columns } = segment;

  const before = segment.bytes;
  expect(before.postings).toBe(postings.words.length * 4);
  expect(before.positions).toBe(postings.positions.length);
  expect(before.terms).toBe((postings.terms.length * 4 + 3) * 4 + postings.terms.length);
  expect(before.columns).toBeGreaterThan(SIZE * (3 * 4 + 2 * 4 + 3 * 1));
  expect(before.columns).toBeLessThan(SIZE * (3 * 6 + 2 * 4 + 9 * 1));
  expect(columns.ids).toHaveLength(SIZE);
  expect(before.ids).toBe((SIZE * 1.5 + 1) * 4);
  expect(before.facets).toBe(0);

  Array.from(segment.prepare());
  const { facets, ...others } = segment.bytes;
  expect({ ...others, facets: 0 }).toEqual(before);
  // Rows by group and by source: each four bytes a deal. No deal has a home or a location.
  expect(facets).toBeGreaterThan(SIZE * 2 * 4);
  expect(facets).toBeLessThan(SIZE * 6 * 4);
});
