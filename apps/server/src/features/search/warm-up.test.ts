import { expect, test } from 'vitest';
import { everyFacet } from '@izgodno/contract/deals/facets';
import type { DealSearch } from './deal-search.ts';
import { warmUp } from './warm-up.ts';

test('each thread is asked by itself, because equal pages are asked for once', async () => {
  const threads = 3;
  const asked: string[] = [];
  let pending = 0;
  let mostPending = 0;
  const search: DealSearch = {
    async search(query, limit) {
      asked.push(JSON.stringify([query, limit]));
      pending += 1;
      mostPending = Math.max(mostPending, pending);
      await Promise.resolve();
      pending -= 1;
      return {
        hits: [],
        total: 1,
        facets: { ...everyFacet(() => []), brand: [] },
        nextCursor: null,
        partial: false,
        correctedQuery: null,
        dropped: [],
      };
    },
    suggest: async () => [],
  };
  await warmUp(search, threads, 0);
  expect(new Set(asked).size).toBe(asked.length);
  expect(mostPending).toBe(threads);
});
