import { discountPercent } from '@izgodno/contract/deals/discount';
import { homeValuesOf } from '@izgodno/contract/deals/facets';
import type { DemoDeal } from '@izgodno/demo/demo-deal';
import { demoDeals } from '@izgodno/demo/demo-deals';
import { deliveryPrice } from '@izgodno/server/features/demo/delivery.ts';
import { everyDeal, type DealSearch } from '@izgodno/server/features/search/deal-search.ts';
import { withDistrictTowns } from '@izgodno/server/features/search/deal-query.ts';
import { DealIndex } from '@izgodno/server/features/search/engine/index/deal-index.ts';
import type { SearchableDeal } from '@izgodno/server/features/search/engine/searchable-deal.ts';
import { searchableDemoDeal } from '@izgodno/server/features/search/engine/searchable-demo-deal.test-data.ts';
import {
  withUnderstanding,
  type UnderstoodPage,
} from '@izgodno/server/features/search/understanding/understanding-search.ts';

/** A demo deal as the search knows it, with the family of products that it was composed from. */
export interface DemoHit extends SearchableDeal {
  readonly family: string;
}

const toHit = (deal: DemoDeal, at: number): DemoHit => {
  const searchable = searchableDemoDeal(deal, at);
  return {
    ...searchable,
    family: deal.externalId.replace(/-\d+.*$/u, ''),
    ...homeValuesOf(deal.details),
    discount: discountPercent(deal.amount, deal.originalAmount) ?? 0,
    rating: deal.rating ?? 0,
    deliveredFree: deliveryPrice(deal, searchable.price) === 0 ? 1 : 0,
  };
};

/** The deals of the demo as the search knows them. */
export const demoHits: readonly DemoHit[] = demoDeals().map(toHit);

export interface DemoResult extends UnderstoodPage {
  readonly found: readonly DemoHit[];
}

const PAGE = 24;

const searchIndex = (): DealSearch => {
  const index = new DealIndex();
  index.apply(demoHits, []);
  return {
    search: (query, limit, cursor) => Promise.resolve(index.search(query, limit, cursor)),
    suggest: (text, limit) => Promise.resolve(index.suggest(text, limit)),
  };
};

/** The search of the product over the demo's deals, by an index in this process unless another search is given. */
export const createDemoSearch = (
  by: DealSearch = searchIndex(),
): ((text: string) => Promise<DemoResult>) => {
  const search = withUnderstanding(withDistrictTowns(by));
  return async (text) => {
    const page = await search.search({ ...everyDeal, text, sort: 'relevance' }, PAGE, null);
    const found = page.hits.flatMap(({ id }) => demoHits[Number(id) - 1] ?? []);
    return { ...page, found };
  };
};
