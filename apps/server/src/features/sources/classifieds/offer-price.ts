import { currencySchema, type Currency } from '@izgodno/contract/common/money';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { parsePrice } from '../merchant-feed/price.ts';
import type { Rejection } from '../pipeline/connector.ts';
import { parseAmount } from '../records/amount.ts';
import { reject } from '../records/draft-fields.ts';
import type { Offer, ParamValue } from './responses.ts';

/** Minor units of `currency`. */
export interface OfferPrice {
  readonly amount: number;
  readonly currency: Currency;
}

/** Kinds without a price: negotiable, gift, exchange. */
const openTypes: ReadonlySet<string> = new Set(['arranged', 'free', 'exchange']);

const amountIn = (text: string, currency: Currency): OfferPrice | Rejection => {
  const price = parseAmount(text, currency);
  if (typeof price === 'string') return reject(price, text);
  return price.amount === 0
    ? reject('price_invalid', text)
    : { amount: price.amount, currency: price.currency };
};

const readLabel = (label: string): OfferPrice | Rejection => {
  const price = parsePrice(label.trim());
  if (typeof price === 'string') return reject(price, label);
  return price.amount === 0
    ? reject('price_invalid', label)
    : { amount: price.amount, currency: price.currency };
};

const readValue = (value: ParamValue): OfferPrice | Rejection => {
  if (openTypes.has(value.type)) return reject('price_open', value.type);
  if (value.value.trim() === '') {
    if (value.arranged) return reject('price_open', 'arranged');
    return value.label.trim() === '' ? reject('price_missing', '') : readLabel(value.label);
  }
  const own = parseUntrusted(currencySchema, value.currency.toUpperCase() || 'EUR');
  if (own.success) return amountIn(value.value, own.data);
  // A foreign price comes with the source's conversion to the local currency.
  const converted = parseUntrusted(currencySchema, value.converted_currency.toUpperCase());
  return converted.success && value.converted_value.trim() !== ''
    ? amountIn(value.converted_value, converted.data)
    : reject('currency_unsupported', value.currency);
};

/**
 * The price of an offer. Its earlier price is no discount, because classifieds do not claim one.
 */
export const offerPrice = ({ params }: Offer): OfferPrice | Rejection => {
  const param = params.find(({ key, type }) => key === 'price' || type === 'price');
  if (param === undefined || param.value === null) return reject('price_missing', '');
  return readValue(param.value);
};
