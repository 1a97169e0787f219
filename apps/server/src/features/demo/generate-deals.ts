import type { Pool } from 'pg';
import {
  generatedDeals,
  generatedSources,
  type GeneratedDeal,
  type GeneratedDealsOptions,
} from '@izgodno/demo/generated-deals';
import { copyDeals, type DealClass } from '#features/deals/api.ts';
import { classifyDeal } from '#features/search/api.ts';
import { insertSources } from '#features/sources/api.ts';
import type { Database } from '#schema/schema.ts';
import { deliveryPrice } from './delivery.ts';

export interface GenerateDealsOptions extends GeneratedDealsOptions {
  readonly database: Database;
  readonly pool: Pool;
  readonly onProgress?: (line: string) => void;
}

const COLUMNS = [
  'source_id',
  'external_id',
  'content_hash',
  'title',
  'description',
  'merchant',
  'brand',
  'brand_slug',
  'kind',
  'category',
  'condition',
  'location_id',
  'tags',
  'media',
  'price_amount',
  'price_currency',
  'price_eur',
  'original_amount',
  'discount_percent',
  'delivery_eur',
  'availability',
  'rating',
  'views',
  'likes',
  'posted_at',
] as const;
const ROWS_A_REPORT = 100_000;

const valuesOf = (
  deal: GeneratedDeal,
  { brandSlug, kind }: DealClass,
  index: number,
): readonly (string | number | null)[] => [
  deal.source.id,
  deal.externalId,
  `\\x${index.toString(16).padStart(16, '0')}`,
  deal.title,
  deal.description,
  deal.merchant,
  deal.brand,
  brandSlug,
  kind,
  deal.category,
  deal.condition,
  deal.locationId,
  `{${deal.tags.map((tag) => `"${tag}"`).join(',')}}`,
  JSON.stringify(deal.media),
  deal.amount,
  deal.currency,
  deal.amountInEuro,
  deal.originalAmount,
  deal.discountPercent,
  deliveryPrice(deal, deal.amountInEuro),
  deal.availability,
  deal.rating,
  deal.views,
  deal.likes,
  new Date(deal.postedAt).toISOString(),
];

const rowsOf = function* (
  options: GenerateDealsOptions,
): Generator<readonly (string | number | null)[]> {
  let made = 0;
  for (const deal of generatedDeals(options)) {
    yield valuesOf(deal, classifyDeal(deal), made);
    made += 1;
    if (made % ROWS_A_REPORT === 0)
      options.onProgress?.(`Generated ${made} of ${options.count} deals`);
  }
};

/** Fills a migrated database with generated deals, all or nothing, and their sources. */
export const generateDeals = async (options: GenerateDealsOptions): Promise<void> => {
  await insertSources(options.database, generatedSources, null);
  const client = await options.pool.connect();
  try {
    await copyDeals(client, COLUMNS, rowsOf(options));
  } finally {
    client.release();
  }
};
