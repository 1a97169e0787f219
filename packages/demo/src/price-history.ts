import type { Random } from './random.ts';

/** A price observed this many minutes before loading. */
export interface PastPrice {
  readonly ageMinutes: number;
  readonly amount: number;
  readonly originalAmount: number | null;
}

const MINUTES_A_DAY = 1_440;

/**
 * The observations of a price since the offer was posted, oldest first; the last one is today's. An
 * offer with a former price really cost that before; the others varied a little.
 */
export const pastPrices = (
  today: { readonly amount: number; readonly originalAmount: number | null },
  postedMinutesAgo: number,
  random: Random,
): readonly PastPrice[] => {
  const { amount, originalAmount } = today;
  const reducedAgo = Math.min(
    postedMinutesAgo * (0.1 + random.next() * 0.5),
    random.whole(2, 25) * MINUTES_A_DAY,
  );
  const seen: PastPrice[] = [];
  let age = postedMinutesAgo;
  while (age > reducedAgo) {
    const before = originalAmount ?? Math.round(amount * random.pick([1, 1, 1, 1.04, 0.97, 1.08]));
    seen.push({ ageMinutes: Math.round(age), amount: before, originalAmount: null });
    age -= random.whole(3, 9) * MINUTES_A_DAY * (0.9 + random.next() * 0.2);
  }
  seen.push({ ageMinutes: Math.floor(reducedAgo), amount, originalAmount });
  return seen;
};
