import { convertMinor, type Money } from '@izgodno/contract/common/money';
import type { Deal, Offer } from '@izgodno/contract/deals/deal';
import { priceText } from '#core/format/money.ts';
import type { CurrentLanguage } from '#core/language/language.ts';

type Priced = Pick<Deal, 'price' | 'total'>;

/** What an alert compares, in euro cents: delivery counts where its price is known. */
export const centsOf = ({ price, total }: Priced, withDelivery: boolean): number => {
  const { amount, currency } = (withDelivery ? total : undefined) ?? price;
  return convertMinor(amount, currency, 'EUR');
};

/**
 * What costs least now, of a deal and the offers of it that can be bought; the deal itself if none
 * can, or if it costs no more than the others. Its `total` may be that of another offer.
 */
export const cheapestOf = (deal: Deal, withDelivery: boolean): Deal | Offer => {
  const offers = deal.offers?.filter(({ inStock }) => inStock) ?? [];
  const lowest = Math.min(...offers.map((offer) => centsOf(offer, withDelivery)));
  const cheapest = offers.filter((offer) => centsOf(offer, withDelivery) === lowest);
  const [first = deal] = cheapest;
  return cheapest.some(({ dealId }) => dealId === deal.id) ? deal : first;
};

/** An amount of an alert, as “€41 with delivery” if it contains that. */
export const amountText = (
  amount: Money,
  withDelivery: boolean,
  { code, t }: CurrentLanguage,
): string => {
  const price = priceText(amount, code).euro;
  return withDelivery ? t('deal.total', { price }) : price;
};

/** What an alert compares, in words. */
export const costText = (
  { price, total }: Priced,
  withDelivery: boolean,
  language: CurrentLanguage,
): string =>
  withDelivery && total !== undefined
    ? amountText(total, true, language)
    : amountText(price, false, language);
