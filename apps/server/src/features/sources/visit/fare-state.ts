import type { Money } from '@izgodno/contract/common/money';

/** What a source says of a fare when it is asked again. */
export type FareState =
  | { readonly state: 'standing'; readonly price: Money }
  | { readonly state: 'gone' }
  /** The source cannot be asked, or did not answer. */
  | { readonly state: 'unknown' };

/** Asks the source of a fare whether it still stands, where the source allows it. */
export interface FareCheck {
  /** Never rejects; an aborted check is `unknown`. */
  check(dealId: number, signal: AbortSignal): Promise<FareState>;
}
