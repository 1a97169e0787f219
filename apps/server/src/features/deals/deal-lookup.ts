import * as z from 'zod/mini';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { Database } from '#schema/schema.ts';
import { cutPageBy, readPageCursor } from '#platform/http/page-cursor.ts';
import type { DealPage, FacetEntry } from '@izgodno/contract/deals/deal-page';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { FacetNames } from './facet-names.ts';
import type { DealRepository } from './deal-repository.ts';
import { labelFacets, type FacetCounts } from './facet-labels.ts';
import type { PresentDeals } from './present-deal.ts';
import type { DealDetails } from '@izgodno/contract/deals/details';
import {
  bucketNames,
  bucketOf,
  everyFacet,
  homeValuesOf,
  presentCounts,
  type CountedFacet,
} from '@izgodno/contract/deals/facets';

/** The counted values of a deal. */
interface CountedDeal {
  readonly category: string;
  readonly sourceId: string;
  readonly group: string;
  readonly condition: string;
  readonly locationId: string | null;
  readonly details: DealDetails | null;
  /** Cents. */
  readonly priceEur: number;
}

const valueOf = {
  category: (deal) => deal.category,
  source: (deal) => deal.sourceId,
  group: (deal) => deal.group,
  condition: (deal) => deal.condition,
  location: (deal) => deal.locationId,
  offer: ({ details }) => homeValuesOf(details).offer,
  rooms: ({ details }) => homeValuesOf(details).rooms,
  area: ({ details }) => homeValuesOf(details).area,
  price: (deal) => bucketNames[bucketOf(deal.priceEur)] ?? '',
} as const satisfies Record<CountedFacet, (deal: CountedDeal) => string | null>;

const count = (deals: readonly CountedDeal[], name: CountedFacet): readonly FacetEntry[] => {
  const counts = new Map<string, number>();
  for (const deal of deals) {
    const value = valueOf[name](deal);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return presentCounts(name, counts);
};

/** The facets of a short list, ordered like those of the search. Brands are counted only there. */
const countListed = (deals: readonly CountedDeal[]): FacetCounts => ({
  ...everyFacet((name) => count(deals, name)),
  brand: [],
});

/** A deal's position in a list: higher keys first, then higher ids. */
export interface ListedDeal {
  readonly id: number;
  readonly key: number;
}

interface LookupOptions {
  readonly deleted?: boolean;
  readonly whole?: boolean;
}

type DealPageContent = Omit<DealPage, 'success'>;

interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Deals as in responses. */
export interface DealLookup {
  /**
   * The deals with these ids, in that order. Deleted ones are left out unless `deleted`, for users
   * who may still see them. Telephone numbers in members' posts are masked unless `whole`, for their
   * owners and moderators.
   */
  read(ids: readonly number[], options?: LookupOptions): Promise<readonly Deal[]>;
  /**
   * A page of a list of deals with the counts of the whole list. `list` is sorted; it is read as a
   * whole for its counts, so it must be limited. Throws `validation_failed` for an invalid cursor.
   */
  page(
    list: readonly ListedDeal[],
    request: PageRequest,
    options?: LookupOptions,
  ): Promise<DealPageContent>;
}

const cursorSchema = z.tuple([z.number(), z.int()]);

const comesAfter = (deal: ListedDeal, [key, id]: readonly [number, number]): boolean =>
  deal.key < key || (deal.key === key && deal.id < id);

export interface DealLookupOptions {
  readonly database: Database;
  readonly repository: DealRepository;
  readonly names: FacetNames;
  readonly presentDeals: PresentDeals;
}

export const createDealLookup = ({
  database,
  repository,
  names,
  presentDeals,
}: DealLookupOptions): DealLookup => {
  const readCounted = async (ids: readonly number[]): Promise<readonly CountedDeal[]> =>
    ids.length === 0
      ? []
      : database
          .selectFrom('deals')
          .innerJoin('sources', 'sources.id', 'deals.source_id')
          .select([
            'deals.category',
            'deals.source_id as sourceId',
            'sources.source_group as group',
            'deals.condition',
            'deals.location_id as locationId',
            'deals.details',
            'deals.price_eur as priceEur',
          ])
          .where(isOneOf('deals.id', ids, 'bigint'))
          .execute();

  const read: DealLookup['read'] = async (ids, options) => {
    const rows = await repository.findByIds(ids, options);
    const deals = await presentDeals(rows, options);
    return ids.flatMap((id) => deals.get(id) ?? []);
  };

  return {
    read,
    async page(list, { limit, cursor }, options) {
      const after = readPageCursor(cursorSchema, cursor);
      const rest = after === null ? list : list.filter((deal) => comesAfter(deal, after));
      const { rows, nextCursor } = cutPageBy(rest, limit, ({ key, id }) => [key, id]);
      const [items, counted] = await Promise.all([
        read(
          rows.map(({ id }) => id),
          options,
        ),
        readCounted(list.map(({ id }) => id)),
      ]);
      const facets = countListed(counted);
      const known = await names.read(facets.source.map(({ value }) => value));
      return {
        items: [...items],
        total: list.length,
        facets: labelFacets(facets, known),
        nextCursor,
      };
    },
  };
};
