import type { DealDetails } from '@izgodno/contract/deals/details';
import { discountPercent } from '@izgodno/contract/deals/discount';
import { areaRanges, roomCounts } from '@izgodno/contract/deals/vocabulary';
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
} from '@izgodno/server/features/search/understanding/relax.ts';

/** A demo deal as the search knows it, with the family of products that it was composed from. */
export interface DemoHit extends SearchableDeal {
  readonly family: string;
}

const roomsOf = (details: DealDetails | null): SearchableDeal['rooms'] => {
  const rooms = details?.kind === 'real-estate' ? details.rooms : undefined;
  return roomCounts.find((count) => count === String(rooms)) ?? null;
};

const offerOf = (details: DealDetails | null): SearchableDeal['offer'] =>
  details?.kind === 'real-estate' ? (details.offer ?? null) : null;

const areaOf = (details: DealDetails | null): SearchableDeal['area'] => {
  const area = details?.kind === 'real-estate' ? details.area : undefined;
  if (area === undefined) return null;
  return areaRanges.findLast((range) => Number.parseInt(range, 10) <= area) ?? null;
};

const toHit = (deal: DemoDeal, at: number): DemoHit => {
  const searchable = searchableDemoDeal(deal, at);
  return {
    ...searchable,
    family: deal.externalId.replace(/-\d+.*$/u, ''),
    rooms: roomsOf(deal.details),
    offer: offerOf(deal.details),
    area: areaOf(deal.details),
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
