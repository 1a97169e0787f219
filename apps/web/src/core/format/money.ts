import { convertMinor, type Money } from '@izgodno/contract/common/money';

const MINOR_PER_MAJOR = 100;
/** English prices use the Irish format: the symbol first, and no country prefix for the euro. */
const numberLocale = (locale: string): string => (locale === 'en' ? 'en-IE' : locale);

const formats = new Map<string, Intl.NumberFormat>();

const format = (locale: string, options: Intl.NumberFormatOptions, major: number): string => {
  const key = locale + (options.currency ?? '');
  const known =
    formats.get(key) ??
    new Intl.NumberFormat(numberLocale(locale), {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      trailingZeroDisplay: 'stripIfInteger',
      ...options,
    });
  formats.set(key, known);
  return known.format(major);
};

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
    euro: format(locale, { style: 'currency', currency: 'EUR' }, euro),
    // English has no symbol for the lev; Intl would write the code BGN.
    lev:
      locale === 'bg'
        ? format(locale, { style: 'currency', currency: 'BGN' }, lev)
        : `${format(locale, {}, lev)}\u00A0lv`,
  };
};

/** An amount in major euro units, as filters and price ranges show it. */
export const euroText = (major: number, locale: string): string =>
  format(locale, { style: 'currency', currency: 'EUR' }, major);
