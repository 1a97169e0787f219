import { sql, type Selectable } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { DealsTable } from '#platform/database/schema.ts';

const columns = [
  'id',
  'source_id',
  'title',
  'description',
  'link',
  'merchant',
  'brand',
  'category',
  'condition',
  'location_id',
  'tags',
  'media',
  'price_amount',
  'price_currency',
  'original_amount',
  'discount_percent',
  'availability',
  'rating',
  'status',
  'views',
  'likes',
  'posted_at',
  'change_seq',
] as const satisfies readonly (keyof DealsTable)[];

export type DealRow = Selectable<Pick<DealsTable, (typeof columns)[number]>>;

export interface DealRepository {
  /** The deals of these ids that are not deleted, in no particular order. */
  findByIds(ids: readonly number[]): Promise<readonly DealRow[]>;
}

export const createDealRepository = (database: Database): DealRepository => ({
  async findByIds(ids) {
    if (ids.length === 0) return [];
    return (
      database
        .selectFrom('deals')
        .select(columns)
        // One parameter whatever the number of ids, so that the statement is always the same.
        .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
        .where('deleted_at', 'is', null)
        .execute()
    );
  },
});
