import { MAX_PRICE_MINOR } from '@izgodno/contract/common/money';
import { parsePrice, type PriceFault } from '../merchant-feed/price.ts';

/** A number as programs write it: the dot parts the decimals, however many there are. */
const DECIMAL = /^\d{1,12}(?:\.\d{1,17})?$/;

/**
 * Minor units of an amount as JSON has it: a decimal number ("599.00"; "1.099" is a little over one), or
 * a price as people write it ("12 000"). Rounds half up at the third decimal. Zero is an amount.
 */
export const parseAmountText = (text: string): number | PriceFault => {
  const trimmed = text.trim();
  if (DECIMAL.test(trimmed)) {
    const minor = Math.floor((Math.round(Number(trimmed) * 1_000) + 5) / 10);
    return minor > MAX_PRICE_MINOR ? 'price_too_high' : minor;
  }
  const price = parsePrice(trimmed);
  return typeof price === 'string' ? price : price.amount;
};
