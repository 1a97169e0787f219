import type { FacetEntry } from '@izgodno/contract/deals/calls';

export interface PriceBucket {
  /** Major euro units; the last bucket has no upper end. */
  readonly min: number;
  readonly max: number | undefined;
  readonly count: number;
  /** 0 to 1: how tall its bar stands. */
  readonly share: number;
}

const range = /^(\d+)-(\d*)$/;

/**
 * The price facet as bars. Few deals must still be seen beside many, so the height follows the
 * square root of the count.
 */
export const priceBuckets = (entries: readonly FacetEntry[]): readonly PriceBucket[] => {
  const most = Math.max(1, ...entries.map(({ count }) => count));
  return entries
    .flatMap(({ value, count }) => {
      const [, min, max] = range.exec(value) ?? [];
      if (min === undefined) return [];
      const share = Math.sqrt(count / most);
      return [{ min: Number(min), max: max === '' ? undefined : Number(max), count, share }];
    })
    .toSorted((a, b) => a.min - b.min);
};
