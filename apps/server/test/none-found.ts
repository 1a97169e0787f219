import type { DealSearchPage } from '../src/features/search/deal-search.ts';

/** What a search returns that finds nothing. */
export const noneFound: DealSearchPage = {
  hits: [],
  total: 0,
  facets: {
    category: [],
    source: [],
    group: [],
    condition: [],
    brand: [],
    location: [],
    offer: [],
    rooms: [],
    area: [],
    price: [],
  },
  nextCursor: null,
  partial: false,
  correctedQuery: null,
  dropped: [],
};
