import type { Money } from '@izgodno/contract/common/money';

/** The state of a fare at its source. */
export type FareState =
  | { readonly state: 'standing'; readonly price: Money }
  | { readonly state: 'gone' }
  /** The source does not support checks, or did not respond. */
  | { readonly state: 'unknown' };

/** Checks whether a fare is still available, if its source allows it. */
export interface FareCheck {
  /** Never rejects; an aborted check is `unknown`. */
  check(dealId: number, signal: AbortSignal): Promise<FareState>;
}
