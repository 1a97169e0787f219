import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convertMinor } from '@izgodno/contract/common/money';
import { downSample } from './register-price-history.ts';
import {
  hasEnoughHistory,
  lowestBefore,
  priceChanges,
  type SeenPrice,
  sofiaDay,
} from './price-rules.ts';

const seen = (at: string, amount: number): SeenPrice => ({ at: Date.parse(at), amount });
const at = (text: string): number => Date.parse(text);
const amounts = (given: readonly SeenPrice[]) => given.map(({ amount }) => amount);

describe('days in Bulgaria', () => {
  test('begin two hours before UTC in winter, three in summer', () => {
    expect(sofiaDay(at('2026-01-31T22:00:00Z'))).toBe(sofiaDay(at('2026-02-01T12:00:00Z')));
    expect(sofiaDay(at('2026-01-31T21:59:59Z'))).toBe(sofiaDay(at('2026-01-31T12:00:00Z')));
    expect(sofiaDay(at('2026-07-31T21:00:00Z'))).toBe(sofiaDay(at('2026-08-01T12:00:00Z')));
  });

  test('are one apart also when the clocks change', () => {
    expect(sofiaDay(at('2026-03-29T10:00:00Z')) - sofiaDay(at('2026-03-28T10:00:00Z'))).toBe(1);
  });
});

describe('enough history', () => {
  const first = [seen('2026-10-01T20:59:00Z', 100)];

  test('exists from the thirtieth day after the first observation', () => {
    // 23:59 in Sofia on 1 October; 31 October begins there at 22:00 UTC of the day before.
    expect(hasEnoughHistory(first, at('2026-10-30T21:59:59Z'))).toBe(false);
    expect(hasEnoughHistory(first, at('2026-10-30T22:00:00Z'))).toBe(true);
  });

  test('does not exist without observations', () => {
    expect(hasEnoughHistory([], 0)).toBe(false);
  });
});

describe('the lowest price before', () => {
  const now = at('2026-11-21T10:00:00Z');

  test('is that of the thirty days before the present price, not of earlier ones', () => {
    const changes = [
      seen('2026-08-01T09:00:00Z', 50),
      seen('2026-09-01T09:00:00Z', 200),
      seen('2026-11-01T09:00:00Z', 150),
      seen('2026-11-10T09:00:00Z', 300),
      seen('2026-11-20T09:00:00Z', 120),
    ];
    expect(lowestBefore(changes, now)).toEqual({
      amount: 150,
      at: '2026-11-01T09:00:00.000Z',
      percentBelow: 20,
    });
  });

  test('includes a price that was still valid on the first of the thirty days', () => {
    const present = seen('2026-11-20T09:00:00Z', 120);
    // The first day is 21 October, in Sofia: it begins at 21:00 UTC the day before.
    const until = (end: string) => [seen('2026-08-01T09:00:00Z', 50), seen(end, 200), present];
    expect(lowestBefore(until('2026-10-20T21:00:00Z'), now)?.amount).toBe(200);
    expect(lowestBefore(until('2026-10-20T21:00:00.001Z'), now)?.amount).toBe(50);
  });

  test('shows when a price was raised before it was reduced', () => {
    const changes = [
      seen('2026-09-01T09:00:00Z', 100),
      seen('2026-11-15T09:00:00Z', 200),
      seen('2026-11-20T09:00:00Z', 110),
    ];
    expect(lowestBefore(changes, now)).toMatchObject({ amount: 100, percentBelow: -10 });
  });

  test('is null below thirty days of history, without a change, and long after one', () => {
    const present = seen('2026-11-20T09:00:00Z', 120);
    expect(lowestBefore([seen('2026-11-01T09:00:00Z', 200), present], now)).toBeNull();
    expect(lowestBefore([seen('2026-01-01T09:00:00Z', 200)], now)).toBeNull();
    const old = [seen('2026-01-01T09:00:00Z', 200), seen('2026-10-21T09:00:00Z', 120)];
    expect(lowestBefore(old, now)).toBeNull();
    expect(lowestBefore(old, now - 86_400_000)?.amount).toBe(200);
  });

  test('is the first of equal ones', () => {
    const changes = [
      seen('2026-09-01T09:00:00Z', 100),
      seen('2026-11-01T09:00:00Z', 200),
      seen('2026-11-10T09:00:00Z', 100),
      seen('2026-11-20T09:00:00Z', 90),
    ];
    expect(lowestBefore(changes, now)?.at).toBe('2026-09-01T09:00:00.000Z');
  });

  test('is null for a single price, also one of exactly thirty days', () => {
    expect(lowestBefore([seen('2026-10-22T09:00:00Z', 200)], now)).toBeNull();
  });

  test('is null once the present price is older than those days, whatever came before', () => {
    const earlier = [seen('2026-09-30T09:00:00Z', 200), seen('2026-10-10T09:00:00Z', 150)];
    const [old, recent] = [seen('2026-10-21T09:00:00Z', 120), seen('2026-10-22T09:00:00Z', 120)];
    expect(lowestBefore([...earlier, old], now)).toBeNull();
    expect(lowestBefore([...earlier, recent], now)?.amount).toBe(150);
  });

  test('is never above any price of those days', () => {
    const prices = fc.uniqueArray(
      fc.record({ at: fc.integer({ min: 0, max: 90 }), amount: fc.nat() }),
      {
        minLength: 2,
        selector: (price) => price.at,
      },
    );
    fc.assert(
      fc.property(prices, (drafts) => {
        const changes = priceChanges(
          drafts
            .toSorted((one, other) => one.at - other.at)
            .map((price) => ({ at: now - (90 - price.at) * 86_400_000, amount: price.amount })),
        );
        const lowest = lowestBefore(changes, now)?.amount ?? -Infinity;
        const last = changes.at(-1)?.at ?? 0;
        const within = changes.slice(0, -1).filter((price) => last - price.at <= 29 * 86_400_000);
        expect(lowest).toBeLessThanOrEqual(Math.min(...amounts(within)));
      }),
    );
  });
});

test('the change from leva to the euro changes no price', () => {
  const changes = priceChanges([
    { at: at('2025-12-01T00:00:00Z'), amount: convertMinor(6_500, 'BGN', 'EUR') },
    { at: at('2026-01-01T00:00:00Z'), amount: 3_323 },
    { at: at('2026-01-02T00:00:00Z'), amount: 3_299 },
  ]);
  expect(changes.map(({ amount }) => amount)).toEqual([3_323, 3_299]);
});

test('a price seen again is one change, at its first observation', () => {
  const given = [
    { at: 1, amount: 10 },
    { at: 2, amount: 10 },
    { at: 3, amount: 5 },
    { at: 4, amount: 10 },
  ];
  expect(priceChanges(given).map((price) => price.at)).toEqual([1, 3, 4]);
});

describe('down-sampled points', () => {
  const points = fc
    .array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 1_500 })
    .map((amounts) => amounts.map((amount, index) => ({ at: index, amount })));

  test('keep the first, the last, the lowest and the highest, in order', () => {
    fc.assert(
      fc.property(points, (all) => {
        const sampled = downSample(all, 400);
        expect(sampled.length).toBeLessThanOrEqual(400);
        expect([sampled[0], sampled.at(-1)]).toEqual([all[0], all.at(-1)]);
        expect(Math.min(...amounts(sampled))).toBe(Math.min(...amounts(all)));
        expect(Math.max(...amounts(sampled))).toBe(Math.max(...amounts(all)));
        expect(sampled.toSorted((one, other) => one.at - other.at)).toEqual(sampled);
      }),
    );
  });
});
