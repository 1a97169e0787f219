import { sql, type Selectable } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { DealsTable } from '#platform/database/schema.ts';

const columns = [
  'deals.id',
  'deals.source_id',
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
  'deals.details',
  'deals.checked_at',
  'deals.represented_by',
  'deals.offer_count',
] as const satisfies readonly `deals.${keyof DealsTable}`[];

type Column = (typeof columns)[number] extends `deals.${infer Name}` ? Name : never;

export type DealRow = Selectable<Pick<DealsTable, Column & keyof DealsTable>> & {
  /** Null for deals of sources, and where the seller's account is gone. */
  readonly seller_name: string | null;
};

export interface DealRepository {
  /** The deals of these ids, in no particular order; those that are deleted only where `deleted` asks for them. */
  findByIds(
    ids: readonly number[],
    options?: { readonly deleted?: boolean },
  ): Promise<readonly DealRow[]>;
}

export const createDealRepository = (database: Database): DealRepository => ({
  async findByIds(ids, { deleted = false } = {}) {
    if (ids.length === 0) return [];
    return (
      database
        .selectFrom('deals')
        .leftJoin('users', 'users.id', 'deals.seller_id')
        .select(columns)
        .select('users.name as seller_name')
        // One parameter whatever the number of ids, so that the statement is always the same.
        .where(sql<boolean>`deals.id = ANY(${ids}::bigint[])`)
        .$if(!deleted, (query) => query.where('deals.deleted_at', 'is', null))
        .execute()
    );
  },
});
