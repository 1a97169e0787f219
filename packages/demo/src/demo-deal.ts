import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Currency } from '@izgodno/contract/common/money';
import type { Media } from '@izgodno/contract/deals/deal';
import type { DealDetails } from '@izgodno/contract/deals/details';
import type { Category, Condition } from '@izgodno/contract/deals/vocabulary';
import type { PastPrice } from './price-history.ts';
import type { DemoSource } from './sources.ts';

export type Availability = 'in_stock' | 'out_of_stock' | 'preorder' | 'backorder';

/** A demo deal before it is a row. */
export interface DemoDeal {
  readonly externalId: string;
  readonly source: DemoSource;
  readonly language: LanguageCode;
  readonly title: string;
  readonly description: string;
  readonly brand: string | null;
  readonly merchant: string | null;
  /** For products that several shops sell. */
  readonly gtin: string | null;
  readonly details: DealDetails | null;
  readonly category: Category;
  readonly condition: Condition;
  readonly locationId: string;
  readonly tags: readonly string[];
  readonly media: readonly Media[];
  readonly currency: Currency;
  /** Minor units, like `originalAmount`. */
  readonly amount: number;
  readonly originalAmount: number | null;
  readonly availability: Availability;
  /** Tenths of a star. */
  readonly rating: number | null;
  readonly views: number;
  readonly likes: number;
  /** Relative to the moment of loading. */
  readonly postedMinutesAgo: number;
  /** Oldest first; the last one is the present price. */
  readonly history: readonly PastPrice[];
}
