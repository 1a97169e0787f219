/** The attributes of Google's product data that we use, and their RSS and Atom equivalents. */
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
  'item_group_id',
  'size',
  'color',
  'pattern',
  'material',
  'expiration_date',
  'shipping',
  'free_shipping_threshold',
] as const;
export type FeedField = (typeof feedFields)[number];

const known: ReadonlySet<string> = new Set(feedFields);

export const isFeedField = (name: string): name is FeedField => known.has(name);

/** One item of the feed, texts as written. */
export interface FeedItem {
  /** The item's number in the feed, from 1. */
  readonly row: number;
  readonly fields: ReadonlyMap<FeedField, string>;
  /** Every `additional_image_link`. */
  readonly moreImages: readonly string[];
  /** The item has more columns than the feed's header. */
  readonly surplusColumns: boolean;
  /** A field, or all of them together, exceeds the limits. */
  readonly tooLong: boolean;
  /** The feed may break off in the item. */
  readonly cut: boolean;
}

/** The feed's data about itself, read before the first item. */
export interface FeedHead {
  title: string | null;
  link: string | null;
}

/** Parses text, in pieces of any length, into items. Both throw `ImportError`. */
export interface ItemParser {
  /** Returns the items that this piece completes. */
  push(text: string): readonly FeedItem[];
  /** Returns the last items; the feed must be whole. */
  end(): readonly FeedItem[];
  /** Whether the format has an end, by which a whole document is known. */
  readonly hasEnd: boolean;
  /** The document has ended; further bytes are ignored. */
  readonly finished: boolean;
}
