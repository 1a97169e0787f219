import type { DealQuery, DealSearch } from '#features/search/api.ts';

/** Hits per query. */
const PAGE = 100;

/** Thrown while the search does not know all deals, as after a start. */
export class SearchIncompleteError extends Error {
  override readonly name = 'SearchIncompleteError';
}

interface Sought {
  readonly id: number;
  readonly source: string;
  /** Euro cents. */
  readonly price: number;
}

/**
 * Splits deals sorted by price, which do not all cost the same, into two parts without a common
 * price.
 */
const splitByPrice = (
  deals: readonly Sought[],
): readonly [readonly Sought[], readonly Sought[]] => {
  const lowest = deals[0]?.price ?? 0;
  const middle = deals[deals.length >>> 1]?.price ?? lowest;
  const isLower = ({ price }: Sought) => (middle > lowest ? price < middle : price === lowest);
  const at = deals.findIndex((deal) => !isLower(deal));
  return [deals.slice(0, at), deals.slice(at)];
};

/**
 * Finds which of some deals match a search. It queries their sources and the range of their prices,
 * and if there are more hits than a page, smaller and smaller ranges. That takes a few queries,
 * while one per deal, or reading all hits, could take thousands.
 */
export const findAmong = async (
  search: DealSearch,
  query: DealQuery,
  deals: readonly Sought[],
): Promise<readonly number[]> => {
  const look = async (some: readonly Sought[], cursor: string | null): Promise<number[]> => {
    const lowest = some[0]?.price ?? 0;
    const highest = some.at(-1)?.price ?? 0;
    const { hits, nextCursor, partial, correctedQuery, dropped } = await search.search(
      {
        ...query,
        sort: 'newest',
        source: [...new Set(some.map(({ source }) => source))].toSorted(),
        minPrice: lowest,
        maxPrice: highest,
      },
      PAGE,
      cursor,
    );
    if (partial) throw new SearchIncompleteError();
    // Hits for other words do not count.
    if (correctedQuery !== null || dropped.length > 0) return [];
    if (nextCursor !== null && lowest < highest) {
      const [lower, higher] = splitByPrice(some);
      return [...(await look(lower, null)), ...(await look(higher, null))];
    }
    const here = new Set(hits.map(({ id }) => Number(id)));
    const found = some.flatMap(({ id }) => (here.has(id) ? id : []));
    const rest = some.filter(({ id }) => !here.has(id));
    return nextCursor === null || rest.length === 0
      ? found
      : [...found, ...(await look(rest, nextCursor))];
  };
  return deals.length === 0
    ? []
    : look(
        deals.toSorted((one, other) => one.price - other.price),
        null,
      );
};
