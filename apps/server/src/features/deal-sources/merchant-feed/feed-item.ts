/** The attributes of Google's product data that we use, and their RSS and Atom stand-ins. */
export const feedFields = [
  'id',
  'guid',
  'title',
  'link',
  'description',
  'summary',
  'content',
  'image_link',
  'additional_image_link',
  'availability',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'google_product_category',
  'product_type',
  'condition',
  'brand',
  'gtin',
  'mpn',
  'expiration_date',
] as const;
export type FeedField = (typeof feedFields)[number];

const known: ReadonlySet<string> = new Set(feedFields);

export const isFeedField = (name: string): name is FeedField => known.has(name);

/** One offer as the feed has it, texts as written. */
export interface FeedItem {
  /** Counts the items of the feed from 1. */
  readonly row: number;
  readonly fields: ReadonlyMap<FeedField, string>;
  /** Every `additional_image_link`. */
  readonly moreImages: readonly string[];
  /** The item holds more columns than the feed's header names. */
  readonly surplusColumns: boolean;
}

/** What a feed says of itself. Filled while its head is read, before the first item comes. */
export interface FeedHead {
  title: string | null;
  link: string | null;
}

/** Turns text, in pieces cut anywhere, into items. Both throw `ImportError`. */
export interface ItemParser {
  /** Returns the items that this piece completes. */
  push(text: string): readonly FeedItem[];
  /** Returns the last items; the feed must be whole. */
  end(): readonly FeedItem[];
  /** The document is over, whatever bytes follow. */
  readonly finished: boolean;
}
