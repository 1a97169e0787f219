import { areaRanges, propertyOffers, roomCounts } from '@izgodno/contract/deals/vocabulary';
import type { DealQuery } from '../../deal-search.ts';
import type { FacetCounts } from '../facets.ts';
import type { SearchableDeal } from '../searchable-deal.ts';

/** What a home is filtered by. */
export const homeFacets = ['offer', 'rooms', 'area'] as const;
type HomeFacet = (typeof homeFacets)[number];
type Home = Pick<SearchableDeal, HomeFacet>;

/**
 * Every combination, by its number in the column of the index; 0 is a deal without such data. A
 * facet that ignores its own filter still follows the other two, which the counts of combinations
 * allow, so one column and one bit serve three filters.
 */
export const homeValues: readonly Home[] = [null, ...propertyOffers].flatMap((offer) =>
  [null, ...roomCounts].flatMap((rooms) =>
    [null, ...areaRanges].map((area) => ({ offer, rooms, area })),
  ),
);

const keyOf = ({ offer, rooms, area }: Home): string => `${offer} ${rooms} ${area}`;
const numbers = new Map(homeValues.map((home, number) => [keyOf(home), number]));

/** Most deals are no homes, and need no key. */
const isNone = ({ offer, rooms, area }: Home): boolean =>
  offer === null && rooms === null && area === null;

export const homeNumber = (home: Home): number =>
  isNone(home) ? 0 : (numbers.get(keyOf(home)) ?? 0);

/** Whether a home passes one of the filters. */
export const isWanted = (query: DealQuery, name: HomeFacet, home: Home): boolean => {
  const wanted: readonly (string | null)[] = query[name];
  return wanted.length === 0 || wanted.includes(home[name]);
};

/** The counts of each facet, from the counts of combinations among deals that pass all other filters. */
export const countHomes = (
  counts: Uint32Array,
  query: DealQuery,
): Readonly<Record<HomeFacet, FacetCounts>> => {
  const countOf = (counted: HomeFacet): FacetCounts => {
    const others = homeFacets.filter((name) => name !== counted);
    const found = new Map<string, number>();
    for (const [number, home] of homeValues.entries()) {
      const value = home[counted];
      const count = counts[number] ?? 0;
      if (value === null || count === 0 || !others.every((name) => isWanted(query, name, home)))
        continue;
      found.set(value, (found.get(value) ?? 0) + count);
    }
    return found;
  };
  return { offer: countOf('offer'), rooms: countOf('rooms'), area: countOf('area') };
};
