import type { Money } from '@izgodno/contract/common/money';
import { parseAmount } from '../records/amount.ts';
import { currencyOf } from '../records/price.ts';
import type { LinkedData, LinkedNode } from './json-ld.ts';

const aggregateTypes: ReadonlySet<string> = new Set(['AggregateOffer']);

const SOLD_OUT = /(?:OutOfStock|SoldOut|Discontinued|out of stock|oos)$/i;

/** Prices of one offer that are read: the present, the former, and those of units. */
const MAX_SPECIFICATIONS = 20;

/** Longer texts are no amounts. */
const MAX_AMOUNT_LENGTH = 200;

/** An offer's price and former price. */
export interface OfferPrices {
  readonly price: Money;
  readonly originalPrice: Money | null;
}

/** Whether these words about the stock say that nothing is left. */
export const isSoldOut = (availability: string): boolean => SOLD_OUT.test(availability);

/** The offers that are not sold out; all of them if each is. */
export const availableOf = (
  offers: readonly LinkedNode[],
  data: LinkedData,
): readonly LinkedNode[] => {
  const available = offers.filter((offer) => !isSoldOut(data.text(offer, 'availability')));
  return available.length > 0 ? available : offers;
};

/** The offers of an aggregate; an aggregate among them could be itself. */
const offersOf = (offer: LinkedNode, data: LinkedData): readonly LinkedNode[] =>
  data.isA(offer, aggregateTypes)
    ? data.nodes(offer, 'offers').filter((nested) => !data.isA(nested, aggregateTypes))
    : [];

/** The offers that say whether they are sold out: those of an aggregate that does not say it. */
export const singleOffers = (
  offers: readonly LinkedNode[],
  data: LinkedData,
): readonly LinkedNode[] =>
  offers.flatMap((offer) => {
    const nested = data.text(offer, 'availability') === '' ? offersOf(offer, data) : [];
    return nested.length > 0 ? nested : [offer];
  });

/**
 * An amount in one of our currencies, neither of which need be in the documented form; null if
 * invalid.
 */
export const readMoney = (amountText: string, currencyText: string): Money | null => {
  if (amountText.length > MAX_AMOUNT_LENGTH) return null;
  const currency = currencyOf(currencyText);
  if (currency === null) return null;
  const price = parseAmount(amountText, currency);
  return typeof price === 'string' || price.amount === 0
    ? null
    : { amount: price.amount, currency: price.currency };
};

const isFormer = (specification: LinkedNode, data: LinkedData): boolean =>
  /(?:ListPrice|StrikethroughPrice|SRP|MSRP)$/.test(data.text(specification, 'priceType'));

/** The price of a square metre, kilogram or litre, given beside that of the whole. */
const isOfUnit = (specification: LinkedNode, data: LinkedData): boolean =>
  /^(?:MTK|KGM|LTR)$/.test(data.text(specification, 'unitCode')) ||
  data.nodes(specification, 'referenceQuantity').length > 0;

const lowest = (prices: readonly Money[]): Money | null =>
  prices.reduce<Money | null>(
    (low, price) =>
      low === null || (price.currency === low.currency && price.amount < low.amount) ? price : low,
    null,
  );

const readOffer = (offer: LinkedNode, data: LinkedData): OfferPrices | null => {
  const currency = data.text(offer, 'priceCurrency');
  if (data.isA(offer, aggregateTypes)) {
    const low = readMoney(data.text(offer, 'lowPrice') || data.text(offer, 'price'), currency);
    const whole = low === null ? null : { price: low, originalPrice: null };
    const nested = offersOf(offer, data);
    // The lowest price may be of an offer that is sold out.
    const isOfAll = nested.every((single) => !isSoldOut(data.text(single, 'availability')));
    return (isOfAll ? whole : null) ?? lowestOffer(nested, data) ?? whole;
  }
  const specifications = data.nodes(offer, 'priceSpecification').slice(0, MAX_SPECIFICATIONS);
  const specified = (former: boolean): Money | null =>
    lowest(
      specifications
        .filter(
          (specification) =>
            isFormer(specification, data) === former && !isOfUnit(specification, data),
        )
        .flatMap(
          (specification) =>
            readMoney(
              data.text(specification, 'price'),
              data.text(specification, 'priceCurrency') || currency,
            ) ?? [],
        ),
    );
  const price = readMoney(data.text(offer, 'price'), currency) ?? specified(false);
  if (price === null) return null;
  const former = specified(true);
  const higher =
    former !== null && former.currency === price.currency && former.amount > price.amount;
  return { price, originalPrice: higher ? former : null };
};

/** The cheapest valid offer of a product, not sold out if any is not; null if there is none. */
export const lowestOffer = (
  offers: readonly LinkedNode[],
  data: LinkedData,
): OfferPrices | null => {
  const read = availableOf(offers, data).flatMap((offer) => readOffer(offer, data) ?? []);
  const price = lowest(read.map((offer) => offer.price));
  return read.find((offer) => offer.price === price) ?? null;
};
