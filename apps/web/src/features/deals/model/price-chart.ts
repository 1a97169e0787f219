import { percentBelow } from '@izgodno/contract/deals/discount';
import type { PriceHistory } from '@izgodno/contract/deals/price-history';
import { dateFormat } from '#core/format/date-format.ts';

/** A point in the chart, in percent of its width from the left and of its height from the top. */
export interface ChartPosition {
  readonly x: number;
  readonly y: number;
}

export interface PriceChart {
  /** SVG path data in a box of 100 by 100. */
  readonly line: string;
  readonly low: number;
  readonly high: number;
  /** Epoch milliseconds of the left edge. */
  readonly from: number;
  readonly lowest: ChartPosition | null;
  readonly present: ChartPosition;
  /** Of the price that somebody asks for, from the top; null if there is none. */
  readonly asked: number | null;
}

/** Padding above and below the line, in percent of its range. */
const PADDING = 12;
/** The range shown around a constant price, in percent. */
const FLAT_RANGE = 10;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/**
 * The prices as a step line from the first observation to `now` (epoch milliseconds); null if there
 * are none. `asked` is a price that has to be in the chart.
 */
export const priceChart = (
  history: PriceHistory,
  now: number,
  asked: number | null = null,
): PriceChart | null => {
  const points = history.points.map(({ at, amount }) => ({ at: Date.parse(at), amount }));
  const [first, ...others] = points;
  if (first === undefined) return null;
  const amounts = [
    ...points.map(({ amount }) => amount),
    history.current,
    asked ?? history.current,
  ];
  const low = Math.min(...amounts);
  const high = Math.max(...amounts);
  const padding =
    high === low ? Math.max(1, (high * FLAT_RANGE) / 100) : ((high - low) * PADDING) / 100;
  const span = Math.max(1, now - first.at);

  const x = (at: number): number =>
    rounded((Math.min(Math.max(at - first.at, 0), span) / span) * 100);
  const y = (amount: number): number =>
    rounded(((high + padding - amount) / (high - low + 2 * padding)) * 100);

  const steps = others.map(({ at, amount }) => `H${x(at)}V${y(amount)}`).join('');
  const { lowest, current } = history;
  return {
    line: `M0 ${y(first.amount)}${steps}H100`,
    low,
    high,
    from: first.at,
    lowest: lowest === undefined ? null : { x: x(Date.parse(lowest.at)), y: y(lowest.amount) },
    present: { x: 100, y: y(current) },
    asked: asked === null ? null : y(asked),
  };
};

export interface PriceChange {
  readonly at: string;
  readonly amount: number;
  /** Whole percent against the previous price; null for the first one. */
  readonly percent: number | null;
}

/** The changes, newest first. */
export const priceChanges = ({ points }: PriceHistory): readonly PriceChange[] =>
  points
    .map(({ at, amount }, index) => {
      const before = points[index - 1]?.amount;
      const isComparable = before !== undefined && before > 0;
      return { at, amount, percent: isComparable ? -percentBelow(amount, before) : null };
    })
    .toReversed();

/** The day of a moment in Bulgaria's time zone, by which prices are observed. */
export const dayText = (iso: string, code: string): string =>
  dateFormat(code, { dateStyle: 'medium', timeZone: 'Europe/Sofia' }).format(Date.parse(iso));
