import { convertMinor, type Money } from '@izgodno/contract/common/money';
import { numberFormat } from './number-format.ts';

const MINOR_PER_MAJOR = 100;

/** English prices have the sign first and no country's prefix, wherever the reader lives. */
const amounts: Intl.NumberFormatOptions = {
  currencyDisplay: 'narrowSymbol',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
};
const euros: Intl.NumberFormatOptions = { ...amounts, style: 'currency', currency: 'EUR' };
const levs: Intl.NumberFormatOptions = { ...amounts, style: 'currency', currency: 'BGN' };

export interface PriceText {
  /** In euro, whatever the currency of the deal. */
  readonly euro: string;
  /** The same amount in lev, labelled лв. or lv. */
  readonly lev: string;
}

/** Both forms of a price: euro first, the lev as the secondary amount. */
export const priceText = (money: Money, locale: string): PriceText => {
  const euro = convertMinor(money.amount, money.currency, 'EUR') / MINOR_PER_MAJOR;
  const lev = convertMinor(money.amount, money.currency, 'BGN') / MINOR_PER_MAJOR;
  return {
    euro: numberFormat(locale, euros).format(euro),
    // English has no symbol for the lev; Intl would write the code BGN.
    lev:
      locale === 'bg'
        ? numberFormat(locale, levs).format(lev)
        : `${numberFormat(locale, amounts).format(lev)}\u00A0lv`,
  };
};

/** An amount in major euro units, as filters and price ranges show it. */
export const euroText = (major: number, locale: string): string =>
  numberFormat(locale, euros).format(major);

/** An amount in euro cents as the reader types it: `12.50`, `12,50`, `1299`. */
export const typedAmount = (cents: number, locale: string): string =>
  numberFormat(locale, { ...amounts, useGrouping: false }).format(cents / MINOR_PER_MAJOR);
