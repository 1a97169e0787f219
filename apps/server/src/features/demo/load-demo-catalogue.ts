import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import { convertMinor } from '@izgodno/contract/common/money';
import { discountPercent } from '@izgodno/contract/deals/discount';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { DealsTable } from '#schema/deals.ts';
import { demoDeals } from '@izgodno/demo/catalogue';
import type { DemoDeal } from '@izgodno/demo/demo-deal';
import { shopPath } from './shops/shop-path.ts';
import { demoSources } from '@izgodno/demo/sources';

export interface DemoProgress {
  readonly loaded: number;
  readonly total: number;
}

export interface DemoOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly onProgress?: (progress: DemoProgress) => void;
}

/** PostgreSQL accepts 65,535 parameters per statement; a deal has fewer than 30. */
const ROWS_A_STATEMENT = 500;
const MILLISECONDS_A_MINUTE = 60_000;

const batches = function* <Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    yield rows.slice(start, start + ROWS_A_STATEMENT);
  }
};

const toRow = (deal: DemoDeal, now: number): Insertable<DealsTable> => {
  const postedAt = new Date(now - deal.postedMinutesAgo * MILLISECONDS_A_MINUTE);
  return {
    source_id: deal.source.id,
    external_id: deal.externalId,
    content_hash: createHash('sha1').update(JSON.stringify(deal)).digest(),
    title: deal.title,
    description: deal.description,
    link: shopPath(deal.source.id, deal.externalId),
    merchant: deal.merchant,
    brand: deal.brand,
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
    price_eur: convertMinor(deal.amount, deal.currency, 'EUR'),
    original_amount: deal.originalAmount,
    discount_percent: discountPercent(deal.amount, deal.originalAmount),
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
export const loadDemoCatalogue = ({
  database,
  clock,
  onProgress,
}: DemoOptions): Promise<{ readonly deals: number }> =>
  database.transaction().execute(async (transaction) => {
    const now = clock.now();
    const sources = await transaction
      .insertInto('sources')
      .values(
        Object.values(demoSources).map(({ id, name, group, commission }) => ({
          id,
          name,
          source_group: group,
          commission,
          checked_at: new Date(now),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    if (sources.length === 0) return { deals: 0 };

    const deals = demoDeals();
    const ids = new Map<string, number>();
    for (const batch of batches(deals)) {
      const inserted = await transaction
        .insertInto('deals')
        .values(batch.map((deal) => toRow(deal, now)))
        .returning(['id', 'external_id'])
        .execute();
      for (const row of inserted) ids.set(row.external_id, row.id);
      onProgress?.({ loaded: ids.size, total: deals.length });
    }

    const coded = deals.flatMap(({ gtin, externalId }) =>
      gtin === null ? [] : (ids.get(externalId) ?? []),
    );
    for (const batch of batches(coded)) {
      await transaction
        .insertInto('offers_to_group')
        .values(batch.map((id) => ({ deal_id: id })))
        .execute();
    }

    const observations = deals.flatMap((deal) => {
      const dealId = ids.get(deal.externalId);
      return dealId === undefined
        ? []
        : deal.history.map((past) => ({
            deal_id: dealId,
            observed_at: new Date(now - past.ageMinutes * MILLISECONDS_A_MINUTE),
            price_amount: past.amount,
            price_currency: deal.currency,
            original_amount: past.originalAmount,
          }));
    });
    for (const batch of batches(observations)) {
      await transaction
        .insertInto('price_observations')
        .values([...batch])
        .execute();
    }
    return { deals: deals.length };
  });
