import fc from 'fast-check';
import { expect, test } from 'vitest';
import { everyDeal } from '../../deal-search.ts';
import { dealsTitled } from './deals.test-data.ts';
import { DealIndex } from './deal-index.ts';
import { createDictionaries } from './dictionaries.ts';
import { PhraseCache } from './phrase-cache.ts';
import { MatchList } from './match-list.ts';
import type { Segment } from './segment.ts';
import { SegmentBuilder } from './segment-builder.ts';

const emptySegment = () => new SegmentBuilder(createDictionaries()).build();

const listOf = (rows: readonly number[]): MatchList => {
  const list = new MatchList();
  list.reset(rows.length);
  list.rows.set(rows);
  list.scores.set(rows.map((row) => row * 10));
  list.count = rows.length;
  return list;
};

const readBy = (cache: PhraseCache, segment: Segment, phrase: string) => {
  const found = cache.find(segment, phrase);
  return found === null ? null : Array.from(found.rows, (row, at) => [row, found.scores[at]]);
};

test('the rows of a segment that have a phrase are read as they were stored', () => {
  const cache = new PhraseCache(1_000);
  const segment = emptySegment();
  const list = listOf([2, 5]);
  const remaining = cache.keep(segment, 'red sofa', list);
  cache.keep(segment, 'blue sofa', listOf([]));
  list.rows.fill(9);
  expect(readBy(cache, segment, 'red sofa')).toEqual([
    [2, 20],
    [5, 50],
  ]);
  expect(cache.find(segment, 'red sofa')).toBe(remaining);
  expect(readBy(cache, segment, 'blue sofa')).toEqual([]);
  expect(readBy(cache, segment, 'sofa red')).toBeNull();
  expect(readBy(cache, emptySegment(), 'red sofa')).toBeNull();
});

test('no more rows are cached than the limit, whether phrases have many or none', () => {
  const limit = 1_000;
  const cache = new PhraseCache(limit);
  const segment = emptySegment();
  const sizes: number[] = [];
  for (let at = 0; at < 200; at += 1) {
    cache.keep(segment, String(at), listOf(Array.from({ length: at % 2 }, () => at)));
    sizes.push(cache.size);
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
  expect(Math.max(...sizes)).toBeGreaterThan(limit / 2);
  const rows = Array.from({ length: limit + 1 }, (_, row) => row);
  expect(cache.keep(segment, 'long', listOf(rows)).rows).toEqual(Uint32Array.from(rows));
  expect(readBy(cache, segment, 'long')).toBeNull();
  expect(cache.size).toBe(0);
});

const someTitle = fc
  .array(fc.constantFrom('red', 'sofa', 'bed', 'диван'), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));

test('an index finds phrases after changes, deletions and merges as a new one does', () => {
  const changes = fc.array(
    fc.record({
      titles: fc.array(someTitle, { minLength: 1, maxLength: 6 }),
      removed: fc.array(fc.nat({ max: 8 }), { maxLength: 2 }),
      isMerged: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(changes, (steps) => {
      const index = new DealIndex();
      const live = new Map<number, ReturnType<typeof dealsTitled>[number]>();
      for (const [version, { titles, removed, isMerged }] of steps.entries()) {
        const changed = dealsTitled(titles).map((deal) => Object.assign(deal, { version }));
        const leaving = removed.filter((id) => changed.every((deal) => deal.id !== id));
        index.apply(changed, leaving);
        for (const deal of changed) live.set(deal.id, deal);
        for (const id of leaving) live.delete(id);
        if (isMerged) while (index.mergeStep(10));
        const fresh = new DealIndex();
        fresh.apply([...live.values()], []);
        for (const text of ['"red sofa"', '"sofa bed"', '"red sofa" bed', 'red "sofa bed"']) {
          const query = { ...everyDeal, text, raw: true };
          const again = [1, 2].map(() => index.search(query, 24, null));
          const { hits, total } = fresh.search(query, 24, null);
          expect(again).toMatchObject([
            { hits, total },
            { hits, total },
          ]);
          expect(index.search(query, 0, null)).toMatchObject({ hits: [], total });
        }
      }
    }),
  );
});
