interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface BarChart {
  readonly bars: readonly Bar[];
  /** The value at full height. */
  readonly top: number;
}

/** The fraction of a day's width between its bar and the next. */
const GAP = 0.25;
/** The minimum height of a bar with a value, so that it is visible. */
const MIN_HEIGHT = 2;
const steps = [1, 2, 5, 10] as const;

/** The smallest of 1, 2, 5, 10, 20, 50 … that is at least the value. */
export const roundUp = (value: number): number => {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return (steps.find((step) => step * power >= value) ?? 10) * power;
};

/** Returns one bar per value, from left to right, in a chart of this size. */
export const barChart = (
  values: readonly number[],
  size: { readonly width: number; readonly height: number },
): BarChart => {
  const top = roundUp(Math.max(0, ...values));
  const slot = size.width / Math.max(1, values.length);
  const bars = values.map((value, day) => {
    const height = value === 0 ? 0 : Math.max(MIN_HEIGHT, (value / top) * size.height);
    return {
      x: slot * (day + GAP / 2),
      y: size.height - height,
      width: slot * (1 - GAP),
      height,
    };
  });
  return { bars, top };
};
