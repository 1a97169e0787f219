import { convertMinor } from '@izgodno/contract/common/money';
import type { DealDraft } from './connector.ts';

/** What a source says of an offer, as columns of `deals` and of the staging area, with their types. */
const columns = {
  content_hash: 'bytea NOT NULL',
  title: 'text NOT NULL',
  description: 'text NOT NULL',
  link: 'text',
  merchant: 'text',
  brand: 'text',
  gtin: 'text',
  mpn: 'text',
  category: 'text NOT NULL',
  source_category: 'text',
  condition: 'text NOT NULL',
  location_id: 'text',
  tags: 'text[] NOT NULL',
  media: 'jsonb NOT NULL',
  photo_hash: 'text',
  price_amount: 'bigint NOT NULL',
  price_currency: 'text NOT NULL',
  price_eur: 'bigint NOT NULL',
  original_amount: 'bigint',
  discount_percent: 'smallint',
  availability: 'text NOT NULL',
  rating: 'smallint',
  expires_at: 'timestamptz',
  details: 'jsonb',
} as const;

type StagedColumn = keyof typeof columns;
type Value = string | number | null;

const names = Object.keys(columns);

/** For CREATE TABLE, INSERT and SELECT. */
export const columnDefinitions = Object.entries(columns)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');
export const columnNames = names.join(', ');
/** For UPDATE from a row called `staged`. */
export const columnAssignments = names.map((name) => `${name} = staged.${name}`).join(', ');

/** Whole percent by which the price lies below the former one, rounded down; `null` below 1. */
const discountPercent = (deal: DealDraft): number | null => {
  if (deal.originalAmount === null) return null;
  const percent = Math.floor(((deal.originalAmount - deal.amount) * 100) / deal.originalAmount);
  return percent < 1 ? null : percent;
};

/** Text as PostgreSQL reads an array. */
const arrayLiteral = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

export const momentLiteral = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** The values of a deal in the order of `columnNames`. `hash` is hexadecimal. */
export const columnValues = (deal: DealDraft, hash: string): readonly Value[] =>
  Object.values({
    content_hash: `\\x${hash}`,
    title: deal.title,
    description: deal.description,
    link: deal.link,
    merchant: deal.merchant,
    brand: deal.brand,
    gtin: deal.gtin,
    mpn: deal.mpn,
    category: deal.category,
    source_category: deal.sourceCategory,
    condition: deal.condition,
    location_id: deal.locationId,
    tags: arrayLiteral(deal.tags),
    media: JSON.stringify(deal.media),
    photo_hash: deal.photoHash,
    price_amount: deal.amount,
    price_currency: deal.currency,
    price_eur: convertMinor(deal.amount, deal.currency, 'EUR'),
    original_amount: deal.originalAmount,
    discount_percent: discountPercent(deal),
    availability: deal.availability,
    rating: deal.rating,
    expires_at: momentLiteral(deal.expiresAt),
    details: deal.details === null ? null : JSON.stringify(deal.details),
  } satisfies Record<StagedColumn, Value>);
