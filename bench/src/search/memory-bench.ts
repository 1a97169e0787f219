import { createDictionaries } from '@izgodno/server/features/search/engine/index/dictionaries.ts';
import type { DealIndex } from '@izgodno/server/features/search/engine/index/deal-index.ts';
import type { Bench } from '../bench.ts';
import { buildGeneratedIndex } from './generated-index.ts';
import { usedBytes } from './used-bytes.ts';

/** The dictionary is made of strings and maps, so a copy of it is weighed. */
const bytesOfDictionary = ({ dictionaries }: DealIndex): number => {
  const terms = dictionaries.terms.terms.join('\n');
  const before = usedBytes();
  const copy = createDictionaries({
    terms: terms.split('\n'),
    sources: dictionaries.sources.values,
    locations: dictionaries.locations.values,
    brands: dictionaries.brands.values,
  });
  const bytes = usedBytes() - before;
  return copy.terms.terms.length === dictionaries.terms.terms.length ? bytes : Number.NaN;
};

/** Bytes of the index a deal, by structure. */
export const memoryBench: Bench = {
  summary: 'bytes a deal of the deal index, by structure',
  run({ size = 1_000_000, say }) {
    say(`Building an index of ${size} deals`);
    const { index } = buildGeneratedIndex(size);
    const sums = new Map<string, number>();
    for (const { bytes } of index.segments) {
      for (const [name, count] of Object.entries(bytes)) {
        sums.set(name, (sums.get(name) ?? 0) + count);
      }
    }
    const segments = [...sums.values()].reduce((sum, count) => sum + count, 0);
    sums.set('dictionary', bytesOfDictionary(index));
    const aDeal = (bytes: number): number => Number((bytes / index.size).toFixed(1));
    return Promise.resolve({
      deals: index.size,
      segments: index.segments.length,
      terms: index.dictionaries.terms.terms.length,
      bytesPerDeal: Object.fromEntries(Array.from(sums, ([name, count]) => [name, aDeal(count)])),
      bytesPerDealOfSegments: aDeal(segments),
      bytesPerDealInAll: aDeal([...sums.values()].reduce((sum, count) => sum + count, 0)),
    });
  },
};
