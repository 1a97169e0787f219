import { currencySchema } from '@izgodno/contract/common/money';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { onSale, type ParsedPrice } from '../records/price.ts';
import type { Rejection } from '../pipeline/connector.ts';
import { parseAmount } from '../records/amount.ts';
import { reject } from '../records/draft-fields.ts';

/**
 * The current price, from the regular and the discounted one. Without a discount shops write zero
 * or repeat the regular price; some give the discounted price only.
 */
export const currentPrice = (
  regularText: string,
  discountedText: string,
  code: string,
): ParsedPrice | Rejection => {
  const { data: currency } = parseUntrusted(currencySchema, code);
  if (currency === undefined) return reject('currency_unsupported', code);
  const discounted = parseAmount(discountedText, currency);
  const sale = typeof discounted !== 'string' && discounted.amount > 0 ? discounted : null;
  if (regularText.trim() === '') return sale ?? reject('price_missing', discountedText);
  const regular = parseAmount(regularText, currency);
  if (typeof regular === 'string') return reject(regular, regularText);
  if (regular.amount === 0) return sale ?? reject('price_invalid', regularText);
  if (sale === null) return regular;
  const price = onSale(regular, sale);
  return typeof price === 'string' ? reject(price, regularText) : price;
};
