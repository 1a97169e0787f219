export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** To four digits. */
export const rounded = (value: number): number => Number(value.toPrecision(4));

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** The given percentile (0 to 1) of the values. */
export const percentile = (values: readonly number[], share: number): number => {
  const ordered = sorted(values);
  return rounded(
    ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? Number.NaN,
  );
};

/** Median and range of a few runs. */
export const spread = (values: readonly number[]): Spread => {
  const ordered = sorted(values);
  return {
    median: percentile(values, 0.5),
    min: rounded(ordered[0] ?? Number.NaN),
    max: rounded(ordered.at(-1) ?? Number.NaN),
  };
};
