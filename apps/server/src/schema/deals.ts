import type { Generated, JSONColumnType } from 'kysely';
import type { Currency } from '@izgodno/contract/common/money';
import type { DealVariant, Media } from '@izgodno/contract/deals/deal';
import type { DealDetails } from '@izgodno/contract/deals/details';
import type { Category, Condition, DealStatus } from '@izgodno/contract/deals/vocabulary';
import type { GeneratedTimestamp, Timestamp } from './columns.ts';

export type Availability = 'in_stock' | 'out_of_stock' | 'preorder' | 'backorder';

export interface DealsTable {
  id: Generated<number>;
  source_id: string;
  external_id: string;
  /** The part of its source that named it last, if the deal does not show it. */
  source_part: string | null;
  /** Of what the source sent last; of a member's post, of the content given last to `createDeal`. */
  content_hash: Buffer;
  title: string;
  description: Generated<string>;
  link: string | null;
  /** The shop's own page, if `link` goes through a network that pays commission. */
  product_link: string | null;
  merchant: string | null;
  brand: string | null;
  /** The brand in one spelling, also of a deal that only its title gives one. */
  brand_slug: string | null;
  /** The kind of product, by its id in the tables of the search; null if unknown. */
  kind: string | null;
  gtin: string | null;
  mpn: string | null;
  category: Category;
  condition: Condition;
  location_id: string | null;
  tags: Generated<string[]>;
  media: JSONColumnType<Media[], string | undefined>;
  price_amount: number;
  price_currency: Currency;
  price_eur: number;
  original_amount: number | null;
  /** By our own observations; see `observed_low`. */
  discount_percent: number | null;
  /** Whether the price was observed for thirty days. */
  observed_long: Generated<boolean>;
  /**
   * The lowest price in euro cents of the thirty days before the present one, if that is lower.
   */
  observed_low: number | null;
  /** The price of delivery in euro cents; null if unknown. */
  delivery_eur: number | null;
  /** The most days that delivery takes. */
  delivery_days: number | null;
  availability: Generated<Availability>;
  rating: number | null;
  seller_id: string | null;
  status: Generated<DealStatus>;
  views: Generated<number>;
  likes: Generated<number>;
  /** Maintained by `chat`, without deleted ones. */
  comments: Generated<number>;
  /** Degrees, maintained by `engagement`. */
  temperature: Generated<number>;
  /** By views of different networks, in steps from 0 to 7; maintained by `engagement`. */
  popularity: Generated<number>;
  posted_at: Timestamp;
  created_at: GeneratedTimestamp;
  updated_at: GeneratedTimestamp;
  deleted_at: Timestamp | null;
  change_seq: Generated<number>;
  /** The transaction that took `change_seq`; PostgreSQL writes it. */
  change_xid: Generated<string>;
  represented_by: number | null;
  offer_count: Generated<number>;
  /** The lowest price with delivery of the offers it represents, if another one has it. Euro cents. */
  lowest_total_eur: number | null;
  source_category: string | null;
  /** The number in Google's product taxonomy that the source names. */
  google_category: number | null;
  details: JSONColumnType<DealDetails, string | null> | null;
  /** The choices of a product that its source sells in sizes or colours. */
  variants: JSONColumnType<DealVariant[], string | null | undefined> | null;
  photo_hash: string | null;
  expires_at: Timestamp | null;
  checked_at: Timestamp | null;
  /** When it was last read, if its source names it in unusable rows since. */
  unread_since: Timestamp | null;
}

interface PriceObservationsTable {
  deal_id: number;
  observed_at: GeneratedTimestamp;
  price_amount: number;
  price_currency: Currency;
  original_amount: number | null;
}

interface PostsTable {
  deal_id: number;
  expires_at: Timestamp;
}

interface DealDeletionsTable {
  deal_id: number;
  from_status: Exclude<DealStatus, 'deleted'>;
  deleted_by: 'owner' | 'moderator' | 'suspension';
  /** Who else keeps a deal deleted that a moderator removed. */
  also_by: 'owner' | 'suspension' | null;
}

interface OfferKeysTable {
  key: Buffer;
  deal_id: number;
  kind: 'gtin' | 'mpn' | 'link' | 'photo';
}

interface OffersToGroupTable {
  id: Generated<number>;
  deal_id: number;
}

interface ChangeReadersTable {
  name: string;
  position: string | null;
  unread_since: Timestamp | null;
}

/** The tables that only `deals` writes. */
export interface DealsTables {
  deals: DealsTable;
  price_observations: PriceObservationsTable;
  posts: PostsTable;
  deal_deletions: DealDeletionsTable;
  offer_keys: OfferKeysTable;
  offers_to_group: OffersToGroupTable;
  change_readers: ChangeReadersTable;
}
