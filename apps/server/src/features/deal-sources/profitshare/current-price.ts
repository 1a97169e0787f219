import type { Currency } from '@izgodno/contract/common/money';
import type { Rejection } from '../pipeline/connector.ts';
import { parseAmountText } from '../records/amount.ts';
import { reject } from '../records/draft-fields.ts';

export interface CurrentPrice {
  /** Minor units, like `originalAmount`. */
  readonly amount: number;
  readonly currency: Currency;
  readonly originalAmount: number | null;
}

/**
 * What an offer costs now, of its regular price and its discounted one. Shops write zero, or the regular
 * price again, where there is no discount; some give the discounted price only.
 */
export const currentPrice = (
  regularText: string,
  discountedText: string,
  currency: string,
): CurrentPrice | Rejection => {
  if (currency !== 'EUR' && currency !== 'BGN') return reject('currency_unsupported', currency);
  const discounted = parseAmountText(discountedText);
  const sale = typeof discounted === 'number' && discounted > 0 ? discounted : null;
  if (regularText.trim() === '') {
    return sale === null
      ? reject('price_missing', discountedText)
      : { amount: sale, currency, originalAmount: null };
  }
  const regular = parseAmountText(regularText);
  if (typeof regular === 'string') return reject(regular, regularText);
  if (sale !== null && sale < regular) return { amount: sale, currency, originalAmount: regular };
  if (regular > 0) return { amount: regular, currency, originalAmount: null };
  return sale === null
    ? reject('price_invalid', regularText)
    : { amount: sale, currency, originalAmount: null };
};
