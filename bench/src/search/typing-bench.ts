import { createSuggestions } from '@izgodno/server/features/search/suggestions.ts';
import { withDistrictTowns } from '@izgodno/server/features/search/deal-query.ts';
import { PageCache } from '@izgodno/server/features/search/engine/deal-search.ts';
import { kinds } from '@izgodno/server/features/search/kinds/kinds.ts';
import { readNamedParts } from '@izgodno/server/features/search/understanding/named-parts.ts';
import { withUnderstanding } from '@izgodno/server/features/search/understanding/understanding-search.ts';
import { understand } from '@izgodno/server/features/search/understanding/understand.ts';
import type { Bench } from '../bench.ts';
import { demoQueries } from '../relevance/demo-queries.ts';
import { percentile, spread } from '../statistics.ts';
import { buildGeneratedIndex } from './generated-index.ts';

/** One kind of products in this many is typed, letter by letter, in both languages. */
const TYPED = 12;
/** Suggestions begin with this many letters. */
const FIRST_LETTERS = 2;
/** Readings of each query; the best one is free of the machine's interruptions. */
const READINGS = 30;

const millisecondsOf = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** The best of some readings of each judged query. */
const measureReading = async (): Promise<readonly number[]> => {
  const times: number[] = [];
  for (const { text } of demoQueries) {
    const readings: number[] = [];
    for (let reading = 0; reading < READINGS; reading += 1)
      readings.push(await millisecondsOf(() => readNamedParts(understand(text, 'EUR').words)));
    times.push(Math.min(...readings));
  }
  return times;
};

/** What is in the search box after each letter. */
const keystrokes = (): readonly string[] =>
  kinds
    .filter((_, at) => at % TYPED === 0)
    .flatMap(({ bg: [inBulgarian = ''], en: [inEnglish = ''] }) => [inBulgarian, inEnglish])
    .flatMap((name) =>
      Array.from({ length: Math.max(0, name.length - FIRST_LETTERS + 1) }, (_, more) =>
        name.slice(0, FIRST_LETTERS + more),
      ),
    );

const summarise = (times: readonly number[]) => ({
  p50Ms: percentile(times, 0.5),
  p95Ms: percentile(times, 0.95),
  p99Ms: percentile(times, 0.99),
});

export const typingBench: Bench = {
  summary: 'what a query costs to understand, and suggestions at each letter, without HTTP',
  async run({ size = 1_000_000, runs = 3, say }) {
    const understanding = summarise(await measureReading());
    say(`Understanding: ${JSON.stringify(understanding)}`);
    say(`Building an index of ${size} deals`);
    const { index } = buildGeneratedIndex(size);
    const typed = keystrokes();
    const first: number[] = [];
    const again: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      // The product keeps pages until deals change.
      const pages = new PageCache();
      const suggest = createSuggestions(
        withUnderstanding(
          withDistrictTowns({
            search: (query, limit, cursor) =>
              pages.read(query, limit, cursor, () =>
                Promise.resolve(index.search(query, limit, cursor)),
              ),
            suggest: (text, limit) => Promise.resolve(index.suggest(text, limit)),
          }),
        ),
        { read: () => Promise.resolve([]) },
      );
      const pass = async (): Promise<readonly number[]> => {
        const times: number[] = [];
        for (const text of typed) times.push(await millisecondsOf(() => suggest(text)));
        return times;
      };
      first.push(percentile(await pass(), 0.95));
      again.push(percentile(await pass(), 0.95));
      say(`run ${run + 1}: ${first.at(-1)} ms, again ${again.at(-1)} ms`);
    }
    return {
      deals: index.size,
      queries: demoQueries.length,
      understanding,
      keystrokes: typed.length,
      runs,
      suggestionsP95Ms: { first: spread(first), again: spread(again) },
      limits: { understandingP95Ms: 0.2, suggestionsP95Ms: 10 },
    };
  },
};
