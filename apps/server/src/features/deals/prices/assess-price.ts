import type { PriceAssessment } from '@izgodno/contract/deals/price-assessment';
import { HISTORY_DAYS } from '@izgodno/contract/deals/price-history';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { sofiaDay, type SeenPrice } from './price-rules.ts';

/** No more than this part of the past counts, in days. */
const LONGEST_DAYS = 90;
/** A price that was lower this recently is compared with, in days. */
const RECENT_DAYS = 7;
/** Differences below this share of the price are not worth words. */
const NOTABLE = 0.02;
/** A price within this share of the usual one is usual. */
const USUAL = 0.05;

/** A price and how long it was valid, in milliseconds. */
interface ValidPrice {
  readonly amount: number;
  readonly ms: number;
}

/** The prices that were valid after a moment, without the present one. */
const validAfter = (changes: readonly SeenPrice[], from: number): readonly ValidPrice[] =>
  changes.slice(0, -1).flatMap(({ at, amount }, index) => {
    const ms = (changes[index + 1]?.at ?? 0) - Math.max(at, from);
    return ms > 0 ? { amount, ms } : [];
  });

/** The price that half of the time was not above. */
const usualOf = (prices: readonly ValidPrice[]): number => {
  const sorted = prices.toSorted((one, other) => one.amount - other.amount);
  const half = sorted.reduce((sum, { ms }) => sum + ms, 0) / 2;
  let passed = 0;
  for (const { amount, ms } of sorted) {
    passed += ms;
    if (passed >= half) return amount;
  }
  return sorted.at(-1)?.amount ?? 0;
};

/**
 * What a price is worth, by the prices that we observed ourselves and never by a merchant's claim.
 * `changes` are oldest first, in euro cents; the last is the present price. The first that holds:
 *
 * 1. `not_enough_history`: it was observed for less than `HISTORY_DAYS`.
 * 2. `lowest`: it is below every other price of the last 90 days, or as long as we know.
 * 3. `was_less`: it was lower in the last week, by `amount` at the lowest.
 * 4. `below_usual`, `above_usual`: it differs by more than a twentieth from the price that half of
 *    that time was not above, by `amount`.
 * 5. `usual`.
 */
export const assessPrice = (changes: readonly SeenPrice[], now: number): PriceAssessment => {
  const [first] = changes;
  const present = changes.at(-1);
  if (first === undefined || present === undefined) return { code: 'not_enough_history', days: 0 };
  // The clock of the machine that observed it may be ahead of this one.
  const known = Math.max(0, sofiaDay(now) - sofiaDay(first.at));
  if (known < HISTORY_DAYS) return { code: 'not_enough_history', days: known };
  const days = Math.min(known, LONGEST_DAYS);
  const { amount } = present;
  const before = validAfter(changes, now - days * DAY_MS);
  if (before.length > 0 && before.every((price) => price.amount > amount))
    return { code: 'lowest', days };
  const recent = validAfter(changes, now - RECENT_DAYS * DAY_MS);
  const lower = Math.min(...recent.map((price) => price.amount));
  if (amount - lower > amount * NOTABLE)
    return { code: 'was_less', days: RECENT_DAYS, amount: amount - lower };
  const usual = usualOf([...before, { amount, ms: Math.max(1, now - present.at) }]);
  if (Math.abs(amount - usual) <= usual * USUAL) return { code: 'usual', days };
  return amount < usual
    ? { code: 'below_usual', days, amount: usual - amount }
    : { code: 'above_usual', days, amount: amount - usual };
};
