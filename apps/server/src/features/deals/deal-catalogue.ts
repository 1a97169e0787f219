import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '#schema/schema.ts';
import { readPageCursor, writePageCursor } from '#platform/http/page-cursor.ts';
import type { DealCatalogue, ListedDeal } from './deal-list.ts';
import type { CatalogueNames } from './catalogue-names.ts';
import type { DealRepository } from './deal-repository.ts';
import { labelFacets } from './facet-labels.ts';
import { countListed, type CountedDeal } from './listed-facets.ts';
import { presentDeal } from './present-deal.ts';

const placeSchema = z.tuple([z.number(), z.int()]);

const comesAfter = (deal: ListedDeal, [key, id]: readonly [number, number]): boolean =>
  deal.key < key || (deal.key === key && deal.id < id);

export interface DealCatalogueOptions {
  readonly database: Database;
  readonly repository: DealRepository;
  readonly names: CatalogueNames;
}

export const createDealCatalogue = ({
  database,
  repository,
  names,
}: DealCatalogueOptions): DealCatalogue => {
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
            'deals.price_eur as priceEur',
          ])
          .where(sql<boolean>`deals.id = ANY(${ids}::bigint[])`)
          .execute();

  const read: DealCatalogue['read'] = async (ids, options) => {
    const rows = await repository.findByIds(ids, options);
    const known = await names.read(rows.map((row) => row.source_id));
    const deals = new Map(rows.map((row) => [row.id, presentDeal(row, known)]));
    return ids.flatMap((id) => deals.get(id) ?? []);
  };

  return {
    read,
    async page(list, { limit, cursor }, options) {
      const place = readPageCursor(placeSchema, cursor);
      const rest = place === null ? list : list.filter((deal) => comesAfter(deal, place));
      const shown = rest.slice(0, limit);
      const last = shown.at(-1);
      const [items, counted] = await Promise.all([
        read(
          shown.map(({ id }) => id),
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
        nextCursor:
          last === undefined || rest.length === shown.length
            ? null
            : writePageCursor([last.key, last.id]),
      };
    },
  };
};
