import { areaRanges } from '@izgodno/contract/deals/vocabulary';
import { namesHome } from './offers.ts';
import type { UnreadText } from './unread-text.ts';

/** The areas of homes that a query asks for. */
export interface AskedArea {
  /** The ranges of the filter that overlap with these areas. */
  readonly values: readonly (typeof areaRanges)[number][];
  /** The part of the query that asks for them. */
  readonly words: string;
}

const number = String.raw`(\d{1,5})`;
const unit = String.raw`(?:кв\.? ?м(?:етра)?\.?|квадрат(?:а|ни(?: метра)?)?|кв\.?|kv\.? ?m|[mм][2²]|sq\.? ?m|sqm|square met(?:er|re)s)`;

const between = new RegExp(
  `(?:(?:от|между|from|between|ot) )?${number} ?${unit}? ?(?:[-–—]|до|и|to|and|do) ?${number} ?${unit}`,
  'gu',
);
const upTo = new RegExp(
  `(?:до|под|максимум|не над|up to|under|below|less than|max|do|pod) ${number} ?${unit}`,
  'gu',
);
const atLeast = new RegExp(
  `(?:над|поне|минимум|мин\\.?|повече от|от|over|above|at least|min|more than|from|nad|ot) ${number} ?${unit}`,
  'gu',
);

const digit = /\d/u;

const rangesWithin = (lowest: number, highest: number): AskedArea['values'] =>
  areaRanges.filter((range) => {
    const [from = '', to = ''] = range.split('-');
    return Number(from) < highest && (to === '' || Number(to) > lowest);
  });

/** Reads the areas that a query for homes asks for. A single area stays a word, because deals name theirs. */
export const readArea = (text: UnreadText): AskedArea | null => {
  // Most queries have none.
  if (!text.shows(digit)) return null;
  const readBy = (pattern: RegExp, limits: (...areas: number[]) => readonly [number, number]) =>
    text.read(pattern, ({ 0: words, 1: first, 2: second, index, input }) => {
      const others = `${input.slice(0, index)} ${input.slice(index + words.length)}`;
      if (!namesHome(others)) return null;
      const [lowest, highest] = limits(Number(first), Number(second));
      const values = rangesWithin(lowest, highest);
      return values.length === 0 ? null : { values, words };
    });
  return (
    readBy(between, (one = 0, other = 0) => [Math.min(one, other), Math.max(one, other)]) ??
    readBy(upTo, (highest = 0) => [0, highest]) ??
    readBy(atLeast, (lowest = 0) => [lowest, Infinity])
  );
};
