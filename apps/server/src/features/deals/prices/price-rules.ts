import { percentBelow } from '@izgodno/contract/deals/discount';
import { HISTORY_DAYS, type PriceHistory } from '@izgodno/contract/deals/price-history';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';

const sofiaDate = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Sofia',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Bulgaria is whole hours ahead of UTC, so that a day there begins with an hour. */
const dayOfHour = new Map<number, number>();
/** More than a year of hours. */
const MOST_HOURS = 10_000;

/** The calendar day in Bulgaria at a moment (epoch milliseconds), counted from 1970-01-01. */
export const sofiaDay = (moment: number): number => {
  const hour = Math.floor(moment / HOUR_MS);
  const known = dayOfHour.get(hour);
  if (known !== undefined) return known;
  const day = Date.parse(sofiaDate.format(moment)) / DAY_MS;
  // A page of deals asks for a hundred days, and a format takes microseconds.
  if (dayOfHour.size === MOST_HOURS) dayOfHour.clear();
  dayOfHour.set(hour, day);
  return day;
};

/** A price in euro cents, and when it was first observed (epoch milliseconds). */
export interface SeenPrice {
  readonly at: number;
  readonly amount: number;
}

/**
 * Keeps only changes, given oldest first. A price that went from leva to the euro at the fixed rate
 * is equal in euro cents, so it is no change.
 */
export const priceChanges = (seen: readonly SeenPrice[]): readonly SeenPrice[] =>
  seen.filter(({ amount }, index) => amount !== seen[index - 1]?.amount);

export const hasEnoughHistory = (changes: readonly SeenPrice[], now: number): boolean => {
  const [first] = changes;
  return first !== undefined && sofiaDay(now) - sofiaDay(first.at) >= HISTORY_DAYS;
};

/**
 * The lowest price in the thirty calendar days, in Bulgaria's time, before the present price. Null
 * without enough history, without an earlier price, and once the present price is older than those
 * days, because it is then no reduction.
 */
export const lowestBefore = (
  changes: readonly SeenPrice[],
  now: number,
): NonNullable<PriceHistory['lowest']> | null => {
  const present = changes.at(-1);
  if (present === undefined || !hasEnoughHistory(changes, now)) return null;
  if (sofiaDay(now) - sofiaDay(present.at) > HISTORY_DAYS) return null;
  const firstDay = sofiaDay(present.at) - HISTORY_DAYS;
  // A price counts if it was still valid on the first of those days; the present one has no end.
  const before = changes.filter(
    (_, index) => sofiaDay((changes[index + 1]?.at ?? 0) - 1) >= firstDay,
  );
  const [first, ...others] = before;
  if (first === undefined) return null;
  const lowest = others.reduce((low, price) => (price.amount < low.amount ? price : low), first);
  return {
    amount: lowest.amount,
    at: new Date(lowest.at).toISOString(),
    percentBelow: percentBelow(present.amount, lowest.amount),
  };
};
