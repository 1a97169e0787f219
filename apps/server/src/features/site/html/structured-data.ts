import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import type { Money } from '@izgodno/contract/common/money';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { Condition, DealStatus } from '@izgodno/contract/deals/vocabulary';

/** Characters of a description that search engines and chats show. */
const DESCRIPTION_LENGTH = 200;

/** One line of a text, at most as long as search engines and chats show. */
export const shorten = (text: string): string => {
  const line = withoutDirectionMarks(text).replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  // Cuts between grapheme clusters, not within one.
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter('bg').segment(line)) {
    if (index + segment.length >= DESCRIPTION_LENGTH) break;
    end = index + segment.length;
  }
  return `${line.slice(0, end)}…`;
};

/** schema.org/ItemAvailability */
const availabilityOf = (status: DealStatus, inStock: boolean): string => {
  if (status === 'sold') return 'https://schema.org/SoldOut';
  if (status !== 'active') return 'https://schema.org/Discontinued';
  return inStock ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock';
};

/** schema.org/OfferItemCondition */
const conditionOf = (condition: Condition): string =>
  condition === 'new'
    ? 'https://schema.org/NewCondition'
    : condition === 'for_parts'
      ? 'https://schema.org/DamagedCondition'
      : 'https://schema.org/UsedCondition';

/** An amount in major units, with two decimals. */
export const major = ({ amount }: Money): string => (amount / 100).toFixed(2);

/** A schema.org/Offer, or an AggregateOffer if several shops offer the product. */
const describePrice = ({ price, offers = [] }: Deal): object => {
  const inOneCurrency = offers.filter((offer) => offer.price.currency === price.currency);
  if (inOneCurrency.length < 2) return { '@type': 'Offer', price: major(price) };
  const sorted = inOneCurrency.map((offer) => offer.price).toSorted((a, b) => a.amount - b.amount);
  return {
    '@type': 'AggregateOffer',
    offerCount: sorted.length,
    lowPrice: major(sorted[0] ?? price),
    highPrice: major(sorted.at(-1) ?? price),
  };
};

/** A schema.org/OfferShippingDetails of a delivery within Bulgaria; empty if its price is unknown. */
const describeDelivery = ({ delivery, deliveryDays }: Deal): object =>
  delivery === undefined
    ? {}
    : {
        shippingDetails: {
          '@type': 'OfferShippingDetails',
          shippingRate: {
            '@type': 'MonetaryAmount',
            value: major(delivery),
            currency: delivery.currency,
          },
          shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'BG' },
          ...(deliveryDays === undefined
            ? {}
            : {
                deliveryTime: {
                  '@type': 'ShippingDeliveryTime',
                  transitTime: {
                    '@type': 'QuantitativeValue',
                    minValue: 0,
                    maxValue: deliveryDays,
                    unitCode: 'DAY',
                  },
                },
              }),
        },
      };

/** A schema.org/Product with its offer. */
export const describeProduct = (deal: Deal, url: string, images: readonly string[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: withoutDirectionMarks(deal.title),
  ...(deal.description === '' ? {} : { description: shorten(deal.description) }),
  ...(images.length === 0 ? {} : { image: images }),
  ...(deal.brand === undefined ? {} : { brand: { '@type': 'Brand', name: deal.brand } }),
  ...(deal.gtin === undefined ? {} : { gtin: deal.gtin }),
  offers: {
    ...describePrice(deal),
    ...describeDelivery(deal),
    url,
    priceCurrency: deal.price.currency,
    availability: availabilityOf(deal.status, deal.inStock),
    itemCondition: conditionOf(deal.condition),
    seller: {
      '@type': deal.seller === undefined ? 'Organization' : 'Person',
      name: deal.seller?.name ?? deal.merchant ?? deal.source.name,
    },
  },
});
