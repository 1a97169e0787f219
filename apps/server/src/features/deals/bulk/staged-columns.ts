import { hash } from 'node:crypto';
import { euroCents } from '@izgodno/contract/common/money';
import type { MappedDeal } from './mapped-deal.ts';

type Value = string | number | null;

interface Column {
  readonly type: string;
  valueOf(deal: MappedDeal): Value;
}

const PHOTO_HASH_DIGITS = 16;

/**
 * Compares photos by URL, because fetching every photo would request millions of files from shops.
 */
const photoHash = ({ media }: MappedDeal): string | null => {
  const photo = media.find(({ kind }) => kind === 'image');
  if (photo === undefined) return null;
  return hash('sha256', photo.url.replace(/^https?:/, '')).slice(0, PHOTO_HASH_DIGITS);
};

/** Text as PostgreSQL reads an array. */
const arrayLiteral = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** The last time with a year of four digits: PostgreSQL does not read others in ISO 8601. */
const LAST_TIME = Date.UTC(9_999, 11, 31, 23, 59, 59);

/** Null also for what sources write for no time: the beginning of an epoch, the end of the calendar. */
const momentLiteral = (time: number | null): string | null =>
  time !== null && time > 0 && time <= LAST_TIME ? new Date(time).toISOString() : null;

/** A source's data of a deal, as columns of `deals` and of the staging area. */
const said: Readonly<Record<string, Column>> = {
  title: { type: 'text NOT NULL', valueOf: (deal) => deal.title },
  description: { type: 'text NOT NULL', valueOf: (deal) => deal.description },
  link: { type: 'text', valueOf: (deal) => deal.link },
  product_link: { type: 'text', valueOf: (deal) => deal.productLink },
  merchant: { type: 'text', valueOf: (deal) => deal.merchant },
  brand: { type: 'text', valueOf: (deal) => deal.brand },
  gtin: { type: 'text', valueOf: (deal) => deal.gtin },
  mpn: { type: 'text', valueOf: (deal) => deal.mpn },
  category: { type: 'text NOT NULL', valueOf: (deal) => deal.category },
  source_category: { type: 'text', valueOf: (deal) => deal.sourceCategory },
  condition: { type: 'text NOT NULL', valueOf: (deal) => deal.condition },
  location_id: { type: 'text', valueOf: (deal) => deal.locationId },
  tags: { type: 'text[] NOT NULL', valueOf: (deal) => arrayLiteral(deal.tags) },
  media: { type: 'jsonb NOT NULL', valueOf: (deal) => JSON.stringify(deal.media) },
  price_amount: { type: 'bigint NOT NULL', valueOf: (deal) => deal.amount },
  price_currency: { type: 'text NOT NULL', valueOf: (deal) => deal.currency },
  original_amount: { type: 'bigint', valueOf: (deal) => deal.originalAmount },
  availability: { type: 'text NOT NULL', valueOf: (deal) => deal.availability },
  rating: { type: 'smallint', valueOf: (deal) => deal.rating },
  expires_at: { type: 'timestamptz', valueOf: (deal) => momentLiteral(deal.expiresAt) },
  details: {
    type: 'jsonb',
    valueOf: (deal) => (deal.details === null ? null : JSON.stringify(deal.details)),
  },
};

/** Part of the text of only those deals that have them, so that others count as unchanged. */
const delivery: Readonly<Record<string, Column>> = {
  delivery_eur: { type: 'bigint', valueOf: (deal) => deal.delivery?.cents ?? null },
  delivery_days: { type: 'smallint', valueOf: (deal) => deal.delivery?.days ?? null },
};

/** Part of the text of only those deals that have one. */
const googleCategory: Column = { type: 'integer', valueOf: (deal) => deal.googleCategory };

/** Stored only for deals with choices, and part of the text of only those. */
const variants: Column = {
  type: 'jsonb',
  valueOf: (deal) => (deal.variants.length === 0 ? null : JSON.stringify(deal.variants)),
};

/** Also given by the source, but a deal keeps its own value if the source has none. */
const postedAt: Column = {
  type: 'timestamptz',
  valueOf: (deal) => momentLiteral(deal.postedAt),
};

/** Columns computed from the source's data. */
const derived: Readonly<Record<string, Column>> = {
  price_eur: { type: 'bigint NOT NULL', valueOf: euroCents },
  photo_hash: { type: 'text', valueOf: photoHash },
};

/** What a deal is, as its source's category and its words say. */
export interface DealClass {
  readonly brandSlug: string | null;
  /** The id of a kind of product; null if unknown. */
  readonly kind: string | null;
}

/** Columns that are read from what a deal says; not part of its text, so that rules may change. */
const classified: Readonly<
  Record<string, { readonly type: string; valueOf(of: DealClass): Value }>
> = {
  brand_slug: { type: 'text', valueOf: ({ brandSlug }) => brandSlug },
  kind: { type: 'text', valueOf: ({ kind }) => kind },
};

const stored = {
  ...said,
  ...delivery,
  google_category: googleCategory,
  variants,
  ...derived,
};
// One order for the staging area and for the values of a row.
const columns = { posted_at: postedAt, ...stored };
const sayers = [postedAt, ...Object.values(said)];
// What a source says is read once, for the text and for the row.
const storers = Object.values(columns).slice(sayers.length);
const classifiers = Object.values(classified);
const names = ['content_hash', ...Object.keys({ ...stored, ...classified })];

/** For CREATE TABLE. */
export const stagedDefinitions = [
  'content_hash bytea NOT NULL',
  ...Object.entries({ ...columns, ...classified }).map(([name, { type }]) => `${name} ${type}`),
].join(', ');
/** For COPY, in the order of `stagedValues`. */
export const stagedNames = ['content_hash', ...Object.keys({ ...columns, ...classified })].join(
  ', ',
);
/** For INSERT and SELECT; without `posted_at`, as are the assignments. */
export const columnNames = names.join(', ');
/** For UPDATE from a row called `staged`. */
export const columnAssignments = names.map((name) => `${name} = staged.${name}`).join(', ');

const SEPARATOR = '\u001f';

/** What a source says of each of its deals, as values of columns. */
export const saidValues = (deal: MappedDeal): readonly Value[] =>
  sayers.map((column) => column.valueOf(deal));

/** All source data of a deal with these values, as one text. */
export const saidText = (deal: MappedDeal, said: readonly Value[]): string => {
  let text = `${said.join(SEPARATOR)}${SEPARATOR}`;
  if (deal.delivery !== null)
    for (const column of Object.values(delivery))
      text += `${column.valueOf(deal) ?? ''}${SEPARATOR}`;
  if (deal.googleCategory !== null) text += `google ${deal.googleCategory}${SEPARATOR}`;
  return `${text}${variants.valueOf(deal) ?? ''}`;
};

/** The values of a staged deal. `hash` is hexadecimal. */
export const stagedValues = (
  deal: MappedDeal,
  said: readonly Value[],
  dealClass: DealClass,
  hash: string,
): Value[] => {
  // Filled one by one, because each copy of so many values is garbage of a thousand bytes a row.
  const values: Value[] = [`\\x${hash}`];
  for (const value of said) values.push(value);
  for (const column of storers) values.push(column.valueOf(deal));
  for (const column of classifiers) values.push(column.valueOf(dealClass));
  return values;
};
