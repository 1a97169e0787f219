import { sql } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { euroCents } from '@izgodno/contract/common/money';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import {
  COMPARED_HOME_DAYS,
  FEWEST_COMPARED_HOMES,
  type AreaPrice,
} from '@izgodno/contract/deals/area-price';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { RealEstateDetails } from '@izgodno/contract/deals/details';
import type { Database } from '#schema/schema.ts';
import { isActive } from '../active-deals.ts';

/** The newest offers of a town that are compared. */
const MAX_COMPARED = 5_000;

const countsSchema = z.tuple([
  z.object({
    in_district: z.int(),
    district_median: z.nullable(z.number()),
    in_location: z.int(),
    location_median: z.nullable(z.number()),
  }),
]);

const median = (offers: number, amount: number | null, of: 'district' | 'location') =>
  offers < FEWEST_COMPARED_HOMES || amount === null
    ? undefined
    : { amount: Math.round(amount), offers, of };

/** Offers of the same kind: homes with rooms are not compared with plots, nor rents with sales. */
const readMedian = async (
  database: Database,
  deal: Deal,
  { district, offer, rooms }: RealEstateDetails,
  now: number,
): Promise<AreaPrice['median']> => {
  if (deal.location === undefined) return undefined;
  const since = new Date(now - COMPARED_HOME_DAYS * DAY_MS);
  const inDistrict = sql`WHERE lower(district) = lower(${district ?? null}::text)`;
  const { rows } = await sql`
    WITH compared AS (
      SELECT d.price_eur / (d.details ->> 'area')::double precision AS amount,
        d.details ->> 'district' AS district
      FROM deals d
      WHERE d.category = 'imoti' AND d.location_id = ${deal.location.id} AND d.id <> ${deal.id}::bigint
        AND d.represented_by IS NULL AND (d.details ->> 'area')::double precision > 0
        AND d.details ->> 'offer' IS NOT DISTINCT FROM ${offer ?? null}::text
        AND (d.details ->> 'rooms' IS NULL) = ${rooms === undefined}::boolean
        AND (${isActive('d')} OR d.updated_at >= ${since})
      ORDER BY d.posted_at DESC, d.id DESC LIMIT ${MAX_COMPARED}
    )
    SELECT count(*) FILTER (${inDistrict}) AS in_district,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY amount) FILTER (${inDistrict}) AS district_median,
      count(*) AS in_location,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY amount) AS location_median
    FROM compared`.execute(database);
  const [found] = expectShape(countsSchema, rows);
  return (
    median(found.in_district, found.district_median, 'district') ??
    median(found.in_location, found.location_median, 'location')
  );
};

/** The price of a square metre, and what it usually is there by the offers that we saw ourselves. */
export const readAreaPrice = async (
  database: Database,
  deal: Deal,
  now: number,
): Promise<AreaPrice | undefined> => {
  const { details, price } = deal;
  if (details?.kind !== 'real-estate' || details.area === undefined) return undefined;
  const found = await readMedian(database, deal, details, now);
  return {
    amount: Math.round(euroCents(price) / details.area),
    ...(found === undefined ? {} : { median: found }),
  };
};
