import { convertMinor, MAX_PRICE_MINOR, type Currency } from '@izgodno/contract/common/money';
import type { RejectionReason } from '../pipeline/connector.ts';

/** Amounts are minor units of `currency`. */
export interface ParsedPrice {
  readonly amount: number;
  readonly currency: Currency;
  /** The former price of an "old/new" text. */
  readonly originalAmount: number | null;
}

export type PriceError = Extract<
  RejectionReason,
  'price_invalid' | 'price_too_high' | 'currency_unsupported'
>;

const currencyWords: ReadonlyMap<string, Currency> = new Map([
  ['eur', 'EUR'],
  ['€', 'EUR'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['евро', 'EUR'],
  ['bgn', 'BGN'],
  ['лв', 'BGN'],
  ['lv', 'BGN'],
  ['лев', 'BGN'],
  ['лева', 'BGN'],
  ['leva', 'BGN'],
]);

/** Bulgaria's currency, used for a price without one. */
const DEFAULT_CURRENCY: Currency = 'EUR';

/** One of our currencies by its code, sign or name; null for any other. */
export const currencyOf = (text: string): Currency | null => {
  const word = text.trim().toLowerCase().replace(/\.$/, '');
  return word === '' ? DEFAULT_CURRENCY : (currencyWords.get(word) ?? null);
};

const PLAIN = /^(\d{1,8})\.(\d\d) (EUR|BGN)$/;
const WORDS_AND_NUMBER = /^([^\d\s.,]*) ?(\d(?:[\d .,'’]*\d)?) ?([^\d\s.,]*)[.]?$/;
const GROUPED = /^(?:\d+|\d{1,3}(?:[ '’]\d{3})+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+)$/;
const OTHER_CURRENCY = /^(?:\p{Sc}|[a-z]{3})$/u;

const DASHES = /(?<=\d)[.,][-–—]{1,2}(?!\d)/g;
const VAT = / ?(?:с|вкл\.?|с вкл\.?|с включен) ДДС/gi;
const EMPTY_BRACKETS = / ?\(\)$/;

/**
 * Removes what says nothing of an amount: „15,- лв“, „19,99 лв с ДДС“. A price without VAT is none
 * that a customer pays, so „без ДДС“ stays and makes it invalid.
 */
export const withoutRemarks = (text: string): string =>
  // \s matches every space that groups digits: NBSP, narrow NBSP, thin space.
  text.replace(/\s+/g, ' ').replace(DASHES, '').replace(VAT, '').replace(EMPTY_BRACKETS, '');

/**
 * The position of the decimal separator, or -1: in "1.099,99" the last one, in "1.099" none, in
 * "10.99" the point.
 */
const decimalMark = (text: string): number => {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  // Without a mark this finds the empty string at 0. Several of one kind group digits.
  if (text.indexOf(text.charAt(last)) !== last) return -1;
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(text) ? -1 : last;
};

/**
 * Minor units of a number in any spelling found in feeds, or `null`. Rounds half up at the third
 * decimal.
 */
const parseAmount = (text: string): number | null => {
  const mark = decimalMark(text);
  const whole = mark === -1 ? text : text.slice(0, mark);
  const decimals = mark === -1 ? '' : text.slice(mark + 1);
  if (!GROUPED.test(whole) || !/^\d*$/.test(decimals)) return null;
  const thousandths = Number(whole.replace(/\D/g, '') + decimals.slice(0, 3).padEnd(3, '0'));
  return Math.floor((thousandths + 5) / 10);
};

interface Quote {
  readonly amount: number;
  readonly currency: Currency | null;
}

const parseQuote = (text: string): Quote | PriceError => {
  const [, before = '', number = '', after = ''] = WORDS_AND_NUMBER.exec(text) ?? [];
  const amount = parseAmount(number);
  if (amount === null || (before !== '' && after !== '')) return 'price_invalid';
  const word = (before || after).toLowerCase();
  if (word === '') return { amount, currency: null };
  const currency = currencyWords.get(word);
  if (currency !== undefined) return { amount, currency };
  return OTHER_CURRENCY.test(word) ? 'currency_unsupported' : 'price_invalid';
};

const within = (price: ParsedPrice): ParsedPrice | PriceError =>
  Math.max(price.amount, price.originalAmount ?? 0) > MAX_PRICE_MINOR ? 'price_too_high' : price;

/**
 * "762 769,79 лв / 389 998 €", "99 лв. (50.62 €)" and "99 лв. | 50.62 €" are one price in both
 * currencies; "99/55" is the old and the new one. In one currency, brackets can mean anything, such
 * as the price of a piece.
 */
const combine = (first: Quote, second: Quote, mark: string): ParsedPrice | PriceError => {
  if (first.currency !== null && second.currency !== null && first.currency !== second.currency) {
    const euro = first.currency === 'EUR' ? first : second;
    return within({ amount: euro.amount, currency: 'EUR', originalAmount: null });
  }
  if (mark !== '/' || second.amount > first.amount) return 'price_invalid';
  return within({
    amount: second.amount,
    currency: second.currency ?? first.currency ?? DEFAULT_CURRENCY,
    originalAmount: first.amount > second.amount ? first.amount : null,
  });
};

/** Parses a trimmed price in any form found in feeds. Zero is a price here. */
export const parsePrice = (text: string): ParsedPrice | PriceError => {
  const plain = PLAIN.exec(text);
  if (plain !== null) {
    const [, whole = '', decimals = '', code] = plain;
    return within({
      amount: Number(whole + decimals),
      currency: code === 'BGN' ? 'BGN' : 'EUR',
      originalAmount: null,
    });
  }
  const [first = '', mark, second = '', ...more] = withoutRemarks(text)
    .replace(/^([^()]+)\(([^()]+)\)$/, '$1|$2')
    .split(/([/|])/)
    .map((part) => part.trim());
  if (more.length > 0) return 'price_invalid';
  const quote = parseQuote(first);
  if (typeof quote === 'string') return quote;
  if (mark === undefined) {
    return within({
      amount: quote.amount,
      currency: quote.currency ?? DEFAULT_CURRENCY,
      originalAmount: null,
    });
  }
  const other = parseQuote(second);
  return typeof other === 'string' ? other : combine(quote, other, mark);
};

/** The price during a sale: the sale price, with the regular one as the former price. */
export const onSale = (regular: ParsedPrice, sale: ParsedPrice): ParsedPrice | PriceError => {
  const former = convertMinor(regular.amount, regular.currency, sale.currency);
  // Without a sale, feeds write a sale price of 0.00 or repeat the regular price.
  if (sale.amount === 0 || sale.amount >= former) return regular;
  return within({ amount: sale.amount, currency: sale.currency, originalAmount: former });
};
