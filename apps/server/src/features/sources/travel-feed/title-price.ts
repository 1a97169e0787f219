import type { Currency } from '@izgodno/contract/common/money';
import { parsePrice, type PriceError } from '../records/price.ts';

/** Minor units of `currency`; of a range the lower end. */
export interface TitlePrice {
  readonly amount: number;
  readonly currency: Currency;
  /** The former price in the title. */
  readonly originalAmount: number | null;
}

const CURRENCY = String.raw`€|\$|£|(?:eur|euros?|евро|лв|лева?|lv|leva|bgn|usd|gbp|ron|chf|pln|huf|try|rub)(?![\p{L}\d])\.?`;
const GROUPS = String.raw`[1-9]\d{0,2}(?:[ .,\u00A0\u202F\u2009'’]\d{3})+(?!\d)(?:[.,]\d{1,2})?`;
const NUMBER = String.raw`(?:${GROUPS}|\d{1,7}(?:[.,]\d{1,2})?)(?![.,]?\d)`;
const BEFORE_NUMBER = String.raw`(?<![\p{L}\d.,/-])`;
/** "39", "1 299,50", a range "1000-1200", the old and the new price "299/199". */
const AMOUNT = String.raw`(${NUMBER})(?:\s?([-–—/])\s?(${NUMBER}))?`;

const PRICES = new RegExp(
  String.raw`(?:(${CURRENCY})\s?|${BEFORE_NUMBER})${AMOUNT}(?:\s?(${CURRENCY}))?`,
  'giu',
);
/** Words before a former price. */
const FORMER =
  /(?:вместо|преди|беше|стара цена:?|instead of|was|before|regular(?:ly)?)\s*(?:от|from)?\s*$/iu;

interface PriceMatch extends TitlePrice {
  readonly former: boolean;
}

const lowerEnd = (
  number: string,
  mark: string | undefined,
  second: string | undefined,
  word: string,
): TitlePrice | PriceError => {
  if (second !== undefined && mark === '/') {
    const pair = parsePrice(`${number}/${second} ${word}`);
    if (typeof pair !== 'string') return pair;
  }
  return parsePrice(`${number} ${word}`);
};

/**
 * The price in the title of a travel post, in Bulgarian or English: „Рим от София – 39 €
 * двупосочно", "Malta from €1,099 instead of €1,299". Numbers without a currency are no prices,
 * because they count nights, stars and per cent. Of prices in both currencies of Bulgaria the euro
 * counts.
 */
export const findTitlePrice = (title: string): TitlePrice | PriceError | 'price_missing' => {
  const found: PriceMatch[] = [];
  let error: PriceError | null = null;
  for (const match of title.matchAll(PRICES)) {
    const [, before, number = '', mark, second, after] = match;
    const word = before ?? after;
    if (word === undefined) continue;
    const price = lowerEnd(number, mark, second, word.replace(/\.$/, ''));
    if (typeof price === 'string') error ??= price;
    else if (price.amount > 0)
      found.push({ ...price, former: FORMER.test(title.slice(0, match.index)) });
  }
  const current = found.filter(({ former }) => !former);
  const price = current.find(({ currency }) => currency === 'EUR') ?? current[0];
  if (price === undefined) return error ?? 'price_missing';
  const original =
    price.originalAmount ??
    found.find(({ former, currency }) => former && currency === price.currency)?.amount ??
    null;
  return {
    amount: price.amount,
    currency: price.currency,
    originalAmount: original !== null && original > price.amount ? original : null,
  };
};
