import type { Understood } from '@izgodno/contract/search/understood';
import type { DealSearch } from '#core/deals/deal-search.ts';

/** The search with what was understood of its words as filters. */
export const withUnderstood = (
  search: DealSearch,
  { words, filters: meant, sort }: Understood,
): DealSearch => ({ sort, ...search, ...meant, q: words || undefined });
