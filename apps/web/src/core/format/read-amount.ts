import { convertMinor } from '@izgodno/contract/common/money';

const LEVA = /лв\.?|лева?|leva?|lv|bgn/gi;

/** `¤` is leva. Groups of digits are read only where their mark cannot be the decimal one. */
const AMOUNT =
  /^(¤?)(\d{1,10}|\d{1,3}(?:\.\d{3}){1,3}(?=,)|\d{1,3}(?:,\d{3}){1,3}(?=\.))(?:[.,](\d\d?)|(¤)(\d\d)(?:ст\.?)?)?(¤?)$/i;

/**
 * Parses an amount as typed (`12`, `12,5`, `1 250.00`, `24 лв.`, `BGN 24`, `24 лв. 50 ст.`) to euro
 * cents; NaN if it is not an amount. Apart from the formats of `money.ts`, because the first page shows
 * amounts and reads none.
 */
export const readAmount = (typed: string): number => {
  const [, before, whole, decimals, between, coins, after] =
    AMOUNT.exec(typed.replaceAll(/[\s€]|eur|евро/gi, '').replaceAll(LEVA, '¤')) ?? [];
  if (whole === undefined) return Number.NaN;
  const amount = Number(whole.replaceAll(/\D/g, '') + (decimals ?? coins ?? '').padEnd(2, '0'));
  return before || between || after ? convertMinor(amount, 'BGN', 'EUR') : amount;
};
