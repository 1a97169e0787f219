import type { DealsTable } from '#schema/deals.ts';

/**
 * What follows from a change of a column: `visible` columns are in lists and searches, so the change
 * takes a number; `price` and `identity` also decide how offers are grouped, and prices are
 * observed; `quiet` ones have no followers.
 */
export type ColumnKind = 'visible' | 'price' | 'identity' | 'quiet';

/** The kinds of the columns of `deals`. */
export const dealColumns = {
  source_id: 'identity',
  external_id: 'quiet',
  source_part: 'quiet',
  content_hash: 'quiet',
  title: 'identity',
  description: 'visible',
  link: 'identity',
  product_link: 'identity',
  merchant: 'visible',
  brand: 'identity',
  brand_slug: 'visible',
  kind: 'visible',
  gtin: 'identity',
  mpn: 'identity',
  category: 'visible',
  condition: 'identity',
  location_id: 'visible',
  tags: 'visible',
  media: 'visible',
  price_amount: 'price',
  price_currency: 'price',
  price_eur: 'price',
  original_amount: 'visible',
  discount_percent: 'visible',
  observed_long: 'visible',
  observed_low: 'visible',
  delivery_eur: 'visible',
  delivery_days: 'visible',
  availability: 'identity',
  rating: 'visible',
  seller_id: 'identity',
  status: 'identity',
  // Lists show views a little later, because they would read a popular deal again at each view.
  views: 'quiet',
  likes: 'visible',
  comments: 'visible',
  temperature: 'visible',
  popularity: 'visible',
  posted_at: 'visible',
  created_at: 'quiet',
  updated_at: 'quiet',
  deleted_at: 'identity',
  represented_by: 'visible',
  offer_count: 'visible',
  lowest_total_eur: 'visible',
  source_category: 'quiet',
  google_category: 'quiet',
  details: 'visible',
  variants: 'visible',
  photo_hash: 'identity',
  expires_at: 'quiet',
  // A sweep of a source sees each of its deals; the source's own time covers them.
  checked_at: 'quiet',
  unread_since: 'quiet',
} as const satisfies Record<
  Exclude<keyof DealsTable, 'id' | 'change_seq' | 'change_xid'>,
  ColumnKind
>;

type ColumnOf<Kind extends ColumnKind> = {
  [Column in keyof typeof dealColumns]: (typeof dealColumns)[Column] extends Kind ? Column : never;
}[keyof typeof dealColumns];

export type PriceColumn = ColumnOf<'price'>;
