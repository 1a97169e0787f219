import { convertMinor } from '@izgodno/contract/common/money';

/** Groups of digits are read only where their mark cannot be the decimal one: `1.234,50`. */
const AMOUNT =
  /^(\d{1,10}|\d{1,3}(?:\.\d{3}){1,3}(?=,)|\d{1,3}(?:,\d{3}){1,3}(?=\.))(?:[.,](\d{1,2}))?(лв\.?|лева?|lv|leva?|bgn)?$/i;

/**
 * Parses an amount as typed (`12`, `12,5`, `1 250.00`, `24 лв.`) to euro cents; NaN if it is not an
 * amount. Apart from the formats of `money.ts`, because the first page shows amounts and reads none.
 */
export const readAmount = (typed: string): number => {
  const [, whole, decimals = '', leva] =
    AMOUNT.exec(typed.replaceAll(/[\s€]|eur|евро/gi, '')) ?? [];
  if (whole === undefined) return Number.NaN;
  const amount = Number(whole.replaceAll(/\D/g, '') + decimals.padEnd(2, '0'));
  return leva === undefined ? amount : convertMinor(amount, 'BGN', 'EUR');
};
