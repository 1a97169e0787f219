import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { dealKeys, patchDeals } from './deal-cache.ts';

test('a list that is out of date stays so when its deals are patched', async () => {
  const queries = new QueryClient();
  const [favorites, found] = [
    [...dealKeys.list, 'favorites'],
    [...dealKeys.list, 'found'],
  ];
  for (const key of [favorites, found]) queries.setQueryData(key, { pages: [], pageParams: [] });
  await queries.invalidateQueries({ queryKey: favorites });
  patchDeals(queries, (deal) => deal);
  expect(queries.getQueryState(favorites)?.isInvalidated).toBe(true);
  expect(queries.getQueryState(found)?.isInvalidated).toBe(false);
});
