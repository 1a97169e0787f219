import type { PriceHistory } from '@izgodno/contract/deals/price-history';
import { DAY_MS } from '@izgodno/contract/common/durations';

/** For how long the known price was below one. */
export interface DaysBelow {
  /** Rounded up, so that a short time is not called none. */
  readonly days: number;
  /** For how long prices are known; at least 1. */
  readonly known: number;
}

/** Counts the days on which the price was below `amount`, in euro cents, until `now`. */
export const daysBelow = (
  { points }: Pick<PriceHistory, 'points'>,
  amount: number,
  now: number,
): DaysBelow => {
  const [first] = points;
  if (first === undefined) return { days: 0, known: 1 };
  const ms = points.reduce((sum, point, index) => {
    const end = Date.parse(points[index + 1]?.at ?? new Date(now).toISOString());
    return point.amount < amount ? sum + Math.max(0, end - Date.parse(point.at)) : sum;
  }, 0);
  const known = Math.max(1, Math.ceil((now - Date.parse(first.at)) / DAY_MS));
  return { days: Math.min(known, Math.ceil(ms / DAY_MS)), known };
};
