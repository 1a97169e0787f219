import type { DemoDeal } from '@izgodno/demo/demo-deal';
import { demoSources } from '@izgodno/demo/sources';

/** In cents; free from a price of the goods on. */
interface Terms {
  readonly price: number;
  readonly freeFrom: number;
}

/** They differ, so that the cheapest offer of a product is not always the one with the lowest total. */
const terms: Readonly<Record<string, Terms>> = {
  [demoSources.technology.id]: { price: 4_99, freeFrom: 100_00 },
  [demoSources.living.id]: { price: 7_90, freeFrom: 150_00 },
};
const otherShops: Terms = { price: 3_99, freeFrom: 50_00 };

/** At most this many days. */
export const DELIVERY_DAYS = 3;

/** What a shop charges for delivery, in cents; null for trips and for offers of people. */
export const deliveryPrice = (
  { source, merchant }: Pick<DemoDeal, 'source' | 'merchant'>,
  priceEur: number,
): number | null => {
  if (source.group !== 'other' || merchant === null) return null;
  const { price, freeFrom } = terms[source.id] ?? otherShops;
  return priceEur >= freeFrom ? 0 : price;
};
