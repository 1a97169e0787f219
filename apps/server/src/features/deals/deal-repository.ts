import type { Selectable } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { DealsTable, LocationsTable, SourcesTable } from '#platform/database/schema.ts';

/** A deal with the names of what it points at. */
export interface DealRow extends Selectable<
  Omit<DealsTable, 'content_hash' | 'gtin' | 'mpn' | 'created_at' | 'updated_at' | 'deleted_at'>
> {
  readonly source_name: SourcesTable['name'];
  readonly source_group: SourcesTable['source_group'];
  readonly source_checked_at: Date | null;
  readonly location_bg: LocationsTable['name_bg'] | null;
  readonly location_en: LocationsTable['name_en'] | null;
}

export interface DealRepository {
  /** The deals of these ids that are not deleted, in no particular order. */
  findByIds(ids: readonly number[]): Promise<readonly DealRow[]>;
}

export const createDealRepository = (database: Database): DealRepository => ({
  async findByIds(ids) {
    if (ids.length === 0) return [];
    return database
      .selectFrom('deals')
      .innerJoin('sources', 'sources.id', 'deals.source_id')
      .leftJoin('locations', 'locations.id', 'deals.location_id')
      .select([
        'deals.id',
        'deals.source_id',
        'deals.external_id',
        'deals.title',
        'deals.description',
        'deals.link',
        'deals.merchant',
        'deals.brand',
        'deals.category',
        'deals.condition',
        'deals.location_id',
        'deals.tags',
        'deals.media',
        'deals.price_amount',
        'deals.price_currency',
        'deals.price_eur',
        'deals.original_amount',
        'deals.discount_percent',
        'deals.availability',
        'deals.rating',
        'deals.seller_id',
        'deals.status',
        'deals.views',
        'deals.likes',
        'deals.posted_at',
        'deals.change_seq',
        'sources.name as source_name',
        'sources.source_group',
        'sources.checked_at as source_checked_at',
        'locations.name_bg as location_bg',
        'locations.name_en as location_en',
      ])
      .where('deals.id', 'in', ids)
      .where('deals.deleted_at', 'is', null)
      .execute();
  },
});
