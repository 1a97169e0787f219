import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { euroCents } from '@izgodno/contract/common/money';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { createDeals, type NewDeal } from '#features/deals/api.ts';
import { classifyDeal } from '#features/search/api.ts';
import { insertSources } from '#features/sources/api.ts';
import { demoDeals } from '@izgodno/demo/demo-deals';
import type { DemoDeal } from '@izgodno/demo/demo-deal';
import { shopPath } from './shops/shop-path.ts';
import { demoSources } from '@izgodno/demo/sources';
import { DELIVERY_DAYS, deliveryPrice } from './delivery.ts';

interface DemoProgress {
  readonly loaded: number;
  readonly total: number;
}

export interface DemoOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly onProgress?: (progress: DemoProgress) => void;
}

/** Deals between two reports of the progress. */
const DEALS_A_STEP = 500;

const columnsOf = (deal: DemoDeal, now: number): NewDeal['columns'] => {
  const priceEur = euroCents(deal);
  const delivery = deliveryPrice(deal, priceEur);
  const { brandSlug, kind } = classifyDeal(deal);
  const postedAt = new Date(now - deal.postedMinutesAgo * MINUTE_MS);
  return {
    source_id: deal.source.id,
    external_id: deal.externalId,
    content_hash: createHash('sha1').update(JSON.stringify(deal)).digest(),
    title: deal.title,
    description: deal.description,
    link: shopPath(deal.source.id, deal.externalId),
    merchant: deal.merchant,
    brand: deal.brand,
    brand_slug: brandSlug,
    kind,
    gtin: deal.gtin,
    mpn: null,
    category: deal.category,
    condition: deal.condition,
    location_id: deal.locationId,
    tags: [...deal.tags],
    media: JSON.stringify(deal.media),
    details: deal.details === null ? null : JSON.stringify(deal.details),
    price_amount: deal.amount,
    price_currency: deal.currency,
    price_eur: priceEur,
    delivery_eur: delivery,
    delivery_days: delivery === null ? null : DELIVERY_DAYS,
    original_amount: deal.originalAmount,
    availability: deal.availability,
    rating: deal.rating,
    seller_id: null,
    views: deal.views,
    likes: deal.likes,
    posted_at: postedAt,
    created_at: postedAt,
    updated_at: new Date(now),
    deleted_at: null,
  };
};

/**
 * Loads the demo deals unless they were loaded before, all or nothing. Returns the number of loaded
 * deals: 0 if they exist, also if another process is loading them concurrently.
 */
export const loadDemoDeals = ({
  database,
  bus,
  clock,
  onProgress,
}: DemoOptions): Promise<{ readonly deals: number }> =>
  database.transaction().execute(async (transaction) => {
    const now = clock.now();
    const sources = await insertSources(transaction, Object.values(demoSources), new Date(now));
    if (sources === 0) return { deals: 0 };
    const deals = demoDeals();
    let loaded = 0;
    while (loaded < deals.length) {
      const step = deals.slice(loaded, loaded + DEALS_A_STEP);
      await createDeals(
        { transaction, bus },
        step.map((deal) => ({
          columns: columnsOf(deal, now),
          prices: deal.history.map(({ ageMinutes, amount, originalAmount }) => ({
            at: new Date(now - ageMinutes * MINUTE_MS),
            amount,
            originalAmount,
          })),
        })),
      );
      loaded += step.length;
      onProgress?.({ loaded, total: deals.length });
    }
    return { deals: loaded };
  });
