import type { DemoDeal } from './demo-deal.ts';
import { pastPrices } from './price-history.ts';
import { askingPrice } from './pricing.ts';
import { createRandom, seedOf, type Random } from './random.ts';
import { demoSources, shopFor, type DemoSource } from './sources.ts';

/** The share of the shops' new products that other shops sell as well. */
const TWIN_SHARE = 0.3;
const BULGARIAN_PREFIX = '380';
const SERIAL_DIGITS = 9;

const shops: readonly DemoSource[] = [
  demoSources.technology,
  demoSources.living,
  demoSources.everyday,
];

/** A GTIN of a Bulgarian maker: prefix, serial number, check digit. */
const barCodeOf = (externalId: string): string => {
  const serial = String(seedOf(externalId) % 10 ** SERIAL_DIGITS).padStart(SERIAL_DIGITS, '0');
  const digits = Array.from(BULGARIAN_PREFIX + serial, Number);
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return `${BULGARIAN_PREFIX}${serial}${(10 - (sum % 10)) % 10}`;
};

const twinAt = (shop: DemoSource, deal: DemoDeal, random: Random): DemoDeal => {
  const amount = askingPrice((deal.amount / 100) * (0.94 + random.next() * 0.2), 'shop', 'EUR');
  const postedMinutesAgo = Math.max(
    30,
    Math.round(deal.postedMinutesAgo * (0.6 + random.next() * 0.4)),
  );
  return {
    ...deal,
    externalId: `${deal.externalId}-${shop.id}`,
    source: shop,
    merchant: shop.name,
    amount,
    originalAmount: null,
    availability: random.chance(0.9) ? 'in_stock' : 'out_of_stock',
    views: Math.round(deal.views * random.next()),
    likes: 0,
    postedMinutesAgo,
    history: pastPrices({ amount, originalAmount: null }, postedMinutesAgo, random),
  };
};

/** The deal, with a GTIN and followed by equal offers of other shops if they sell it too. */
export const withTwins = (deal: DemoDeal): readonly DemoDeal[] => {
  const random = createRandom(seedOf(`${deal.externalId}/twins`));
  const isShops = shops.some(({ id }) => id === deal.source.id);
  if (!isShops || deal.condition !== 'new' || !random.chance(TWIN_SHARE)) return [deal];
  const coded = { ...deal, gtin: barCodeOf(deal.externalId) };
  const { technology } = demoSources;
  const others = shops.filter(
    ({ id }) =>
      id !== deal.source.id && (id !== technology.id || shopFor(deal.category) === technology),
  );
  const sellers = random.chance(0.5) ? others : [random.pick(others)];
  return [coded, ...sellers.map((shop) => twinAt(shop, coded, random))];
};
