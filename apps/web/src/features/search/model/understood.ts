import type { NamedPart, Understood } from '@izgodno/contract/search/understood';
import type { DealSearch } from '@izgodno/contract/search/deal-search';
import { clearFilters, isOneOf, removeFilter, type ActiveFilter } from './filters.ts';

/** The search with what was understood of its words as filters. */
export const withUnderstood = (
  search: DealSearch,
  { words, filters: meant, sort }: Understood,
): DealSearch => ({ sort, ...search, ...meant, q: words || undefined });

/**
 * Removes the filters that take the place of what the words ask for, because the words were typed
 * after them.
 */
export const withoutReplacing = (search: DealSearch, { replaced }: Understood): DealSearch => ({
  ...search,
  ...Object.fromEntries(replaced.map((name) => [name, undefined])),
});

/** Removes a part that the words name. */
export const withoutPart = (search: DealSearch, { text }: NamedPart): DealSearch => {
  const left = search.q?.replace(text, ' ').replaceAll(/\s+/gu, ' ').trim();
  return { ...search, q: left === '' ? undefined : left };
};

/** Removes a filter, and what names it in the words, because they narrow the list, too. */
export const withoutFilter = (
  search: DealSearch,
  filter: ActiveFilter,
  named: readonly NamedPart[],
): DealSearch =>
  named
    .filter(({ name, value }) => isOneOf(filter) && name === filter.kind && value === filter.value)
    .reduce(withoutPart, removeFilter(search, filter));

/** Removes every filter, and all that was understood of the words, because each has a chip. */
export const withoutChips = (search: DealSearch, named: readonly NamedPart[]): DealSearch =>
  named.reduce(withoutPart, clearFilters(search));

/** The parts that no filter shows. */
export const wordParts = (named: readonly NamedPart[]): readonly NamedPart[] =>
  named.filter(({ name }) => name === 'kind' || name === 'size' || name === 'location');
