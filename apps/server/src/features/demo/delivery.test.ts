import { convertMinor } from '@izgodno/contract/common/money';
import { demoDeals } from '@izgodno/demo/demo-deals';
import { expect, test } from 'vitest';
import { DELIVERY_DAYS, deliveryPrice } from './delivery.ts';

const sold = demoDeals().filter((deal) => deliveryPrice(deal, 0) !== null);

test('what a shop of the demo says about delivery is what it charges', () => {
  expect(sold.length).toBeGreaterThan(500);
  for (const { description } of sold) {
    const days = /(\d+) (?:работни дни|working days)/.exec(description)?.[1];
    expect(Number(days ?? DELIVERY_DAYS)).toBe(DELIVERY_DAYS);
  }
  const free = sold.filter(({ description }) =>
    /безплатна доставка|free delivery/iu.test(description),
  );
  for (const deal of free)
    expect(deliveryPrice(deal, convertMinor(deal.amount, deal.currency, 'EUR'))).toBe(0);
});
