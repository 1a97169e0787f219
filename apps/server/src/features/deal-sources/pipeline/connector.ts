import type { Media } from '@izgodno/contract/deals/deal';
import type { Currency } from '@izgodno/contract/common/money';
import type { Category, Condition } from '@izgodno/contract/deals/vocabulary';
import type { Availability } from '#platform/database/schema.ts';

/** A deal as its source offers it, in our vocabulary. Amounts are minor units of `currency`. */
export interface DealDraft {
  readonly externalId: string;
  readonly title: string;
  readonly description: string;
  readonly link: string;
  readonly merchant: string | null;
  readonly brand: string | null;
  readonly gtin: string | null;
  readonly mpn: string | null;
  readonly category: Category;
  readonly condition: Condition;
  readonly media: readonly Media[];
  readonly amount: number;
  readonly currency: Currency;
  /** The merchant's own former price, above `amount`. */
  readonly originalAmount: number | null;
  readonly availability: Availability;
}

export type RejectionReason =
  | 'id_missing'
  | 'id_too_long'
  | 'title_missing'
  | 'link_missing'
  | 'link_invalid'
  | 'price_missing'
  | 'price_invalid'
  | 'price_too_high'
  | 'currency_unsupported'
  | 'availability_unknown'
  | 'condition_unknown'
  | 'expired'
  | 'columns_surplus';

/** A record that is no deal. `detail` is the text at fault. */
export interface Rejection {
  readonly reason: RejectionReason;
  readonly detail: string;
}

/** One record of a source after mapping; `row` counts the source's records from 1. */
export type MappedRecord =
  | { readonly row: number; readonly deal: DealDraft }
  | { readonly row: number; readonly externalId: string | null; readonly rejection: Rejection };

/** What a source says of itself, for those that were given no name. */
export interface SourceDescription {
  readonly id: string | null;
  readonly name: string | null;
}

/**
 * A source being read: fetching, decoding and mapping are the connector's, all that follows is the
 * pipeline's. The records are the source's full set; they come in batches because a promise for each
 * would cost more than parsing it. Reading throws `ImportError` when the source is not whole.
 */
export interface Connector {
  /** For the run history: the file or address. */
  readonly origin: string;
  records(): AsyncIterable<readonly MappedRecord[]>;
  /** Complete once the first batch has come. */
  describe(): SourceDescription;
  /** How far reading has come, 0 to 1; `null` where the size is not known. */
  fractionRead(): number | null;
}
