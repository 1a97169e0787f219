import { type Selectable, sql } from 'kysely';
import { compiled } from '#platform/database/compiled.ts';
import type { Database } from '#schema/schema.ts';
import type { DealsTable } from '#schema/deals.ts';
import { type Observations, observationsOf } from './prices/read-assessments.ts';

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
  'deals.observed_long',
  'deals.observed_low',
  'deals.delivery_eur',
  'deals.delivery_days',
  'deals.availability',
  'deals.rating',
  'deals.seller_id',
  'deals.status',
  'deals.views',
  'deals.likes',
  'deals.comments',
  'deals.temperature',
  'deals.posted_at',
  'deals.change_seq',
  'deals.details',
  'deals.checked_at',
  'deals.unread_since',
  'deals.represented_by',
  'deals.offer_count',
  'deals.lowest_total_eur',
] as const satisfies readonly `deals.${keyof DealsTable}`[];

type Column = (typeof columns)[number] extends `deals.${infer Name}` ? Name : never;

/** How many choices of a product are in stock, or of all if none is, and how many values they have. */
export interface ChoiceCounts {
  /** Of all choices. */
  readonly all: number;
  readonly count: number;
  readonly sizes: number;
  readonly colours: number;
  readonly names: number;
  readonly prices: number;
}

/** Counted by the database, because two hundred choices are fifty kilobytes. */
const choiceCounts = sql<ChoiceCounts | null>`CASE WHEN jsonb_typeof(deals.variants) = 'array' THEN (
  SELECT jsonb_build_object('all', max(number), 'count', count(*), 'sizes', count(DISTINCT size),
           'colours', count(DISTINCT colour), 'names', count(DISTINCT name),
           'prices', count(DISTINCT price))
    FROM (SELECT choice ->> 'size' AS size, choice ->> 'colour' AS colour, choice ->> 'name' AS name,
                 choice -> 'price' AS price, (choice ->> 'inStock')::boolean AS in_stock,
                 bool_or((choice ->> 'inStock')::boolean) OVER () AS any_in_stock, count(*) OVER () AS number
            FROM jsonb_array_elements(deals.variants) AS choice) AS choices
   WHERE in_stock = any_in_stock) END`;

export type DealRow = Selectable<Pick<DealsTable, Column & keyof DealsTable>> & {
  /** Null for deals of sources, and if the seller's account was deleted. */
  readonly seller_name: string | null;
  readonly choices: ChoiceCounts | null;
  readonly observations: Observations;
};

export interface DealRepository {
  /** The deals with these ids, in no particular order; deleted ones only if `deleted`. */
  findByIds(
    ids: readonly number[],
    options?: { readonly deleted?: boolean },
  ): Promise<readonly DealRow[]>;
  /** `change_seq` of those of these deals that are not deleted, by id. */
  findVersions(ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

/**
 * Whether a deal is one of these. PostgreSQL does not know the length of a subquery. A short list
 * whose length it knows would make it plan the statement each time, which takes longer than reading.
 */
const isAsked = (ids: readonly number[]) =>
  sql<boolean>`deals.id = ANY (ARRAY(SELECT unnest(${ids}::bigint[])))`;

type Ids = Readonly<Record<'ids', readonly number[]>>;

const findIn = (database: Database, ids: readonly number[]) =>
  database
    .selectFrom('deals')
    .leftJoin('users', 'users.id', 'deals.seller_id')
    .select(columns)
    .select('users.name as seller_name')
    .select([choiceCounts.as('choices'), observationsOf('deals.id').as('observations')])
    .where(isAsked(ids));

const findAny = compiled((database: Database, { ids }: Ids) => findIn(database, ids));
const findLive = compiled((database: Database, { ids }: Ids) =>
  findIn(database, ids).where('deals.deleted_at', 'is', null),
);

export const createDealRepository = (database: Database): DealRepository => ({
  findByIds: async (ids, { deleted = false } = {}) =>
    ids.length === 0 ? [] : (deleted ? findAny : findLive)(database, { ids }),
  async findVersions(ids) {
    const rows = await database
      .selectFrom('deals')
      .select(['id', 'change_seq'])
      .where(isAsked(ids))
      .where('deleted_at', 'is', null)
      .execute();
    return new Map(rows.map(({ id, change_seq }) => [id, change_seq]));
  },
});
