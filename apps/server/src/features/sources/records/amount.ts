import { MAX_PRICE_MINOR, type Currency } from '@izgodno/contract/common/money';
import { parsePrice, type ParsedPrice, type PriceError, withoutRemarks } from './price.ts';

/**
 * A number as programs write it: the point is the decimal separator, whatever the number of
 * decimals.
 */
const DECIMAL = /^\d{1,12}(?:\.\d{1,17})?$/;
const NAMES_CURRENCY = /[\p{L}\p{Sc}]/u;

/**
 * A price with a separate currency: a decimal number as in JSON ("599.00"; "1.099" is a little over
 * one), or as people write it ("12 000"); a currency in the text takes precedence. Rounds half up
 * at the third decimal. Zero is a price here.
 */
export const parseAmount = (text: string, currency: Currency): ParsedPrice | PriceError => {
  const trimmed = text.trim();
  if (DECIMAL.test(trimmed)) {
    const amount = Math.floor((Math.round(Number(trimmed) * 1_000) + 5) / 10);
    return amount > MAX_PRICE_MINOR ? 'price_too_high' : { amount, currency, originalAmount: null };
  }
  const price = parsePrice(trimmed);
  return typeof price === 'string' || NAMES_CURRENCY.test(withoutRemarks(trimmed))
    ? price
    : { ...price, currency };
};
