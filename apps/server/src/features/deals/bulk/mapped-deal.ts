import type { DealVariant, Media } from '@izgodno/contract/deals/deal';
import type { DealDetails } from '@izgodno/contract/deals/details';
import type { Currency } from '@izgodno/contract/common/money';
import type { Category, Condition } from '@izgodno/contract/deals/vocabulary';
import type { Availability } from '#schema/deals.ts';

/** In characters: Google allows 50, shops use more. A record with a longer id is rejected. */
export const MAX_EXTERNAL_ID_LENGTH = 200;
/** The largest number of images of a source's deal; further ones are left out. */
export const MAX_IMAGES = 10;

/**
 * A source's deal in our vocabulary. Amounts are minor units of `currency`, times are epoch
 * milliseconds.
 */
export interface MappedDeal {
  /** The source's own id of the deal: without line breaks, at most `MAX_EXTERNAL_ID_LENGTH`. */
  readonly externalId: string;
  readonly title: string;
  readonly description: string;
  readonly link: string;
  /**
   * The shop's own page, if `link` goes through another site; offers of one page are matched by it.
   */
  readonly productLink: string | null;
  readonly merchant: string | null;
  readonly brand: string | null;
  readonly gtin: string | null;
  readonly mpn: string | null;
  readonly category: Category;
  /** The source's own category, as written. */
  readonly sourceCategory: string | null;
  /** The number of Google's product taxonomy that the source files it under. */
  readonly googleCategory: number | null;
  readonly condition: Condition;
  /** An id of the table `locations`. */
  readonly locationId: string | null;
  readonly tags: readonly string[];
  readonly media: readonly Media[];
  readonly amount: number;
  readonly currency: Currency;
  /** The merchant's own former price, above `amount`. */
  readonly originalAmount: number | null;
  readonly availability: Availability;
  /** Tenths of a star, 0 to 50. */
  readonly rating: number | null;
  /** If the source does not say, the time it was first seen. */
  readonly postedAt: number | null;
  /** When the deal expires by itself. */
  readonly expiresAt: number | null;
  readonly details: DealDetails | null;
  /** Null if the source does not say. */
  readonly delivery: Delivery | null;
  /** The product that it is one choice of, by the source's own id; choices become one deal. */
  readonly choice: Choice | null;
  /** The choices that became this deal; empty for others. */
  readonly variants: readonly DealVariant[];
}

export type Unavailability = Exclude<Availability, 'in_stock'>;

/** A source's row that names a deal and cannot be used. At least one id is known. */
export interface UnusableRow {
  /** The external id of the item. */
  readonly id: string | null;
  /** The external id of the product that the item is one choice of. */
  readonly productId: string | null;
  /** What the row says of the stock; null if it says nothing, or "in stock", which needs a price. */
  readonly unavailable: Unavailability | null;
}

/** Delivery within Bulgaria. */
export interface Delivery {
  /** In euro; 0 if it is free. */
  readonly cents: number;
  /** The most days that it takes; null if unknown. */
  readonly days: number | null;
}

/** What makes an item one choice of its product. */
export interface Choice {
  /** The source's id of the product: the same for all its choices. */
  readonly groupId: string;
  readonly size: string | null;
  readonly colour: string | null;
  /** Its pattern and material. */
  readonly name: string | null;
  /** Whether the source names no product, so that it is assumed from titles and images. */
  readonly isAssumed: boolean;
}

/** An item that is one choice of a product. */
export type ChoiceDeal = MappedDeal & { readonly choice: Choice };

/** The defaults of a mapped deal: spread them first. */
export const draftDefaults = {
  description: '',
  productLink: null,
  merchant: null,
  brand: null,
  gtin: null,
  mpn: null,
  sourceCategory: null,
  googleCategory: null,
  locationId: null,
  tags: [],
  media: [],
  originalAmount: null,
  availability: 'in_stock',
  rating: null,
  postedAt: null,
  expiresAt: null,
  details: null,
  delivery: null,
  choice: null,
  variants: [],
} as const satisfies Partial<MappedDeal>;
