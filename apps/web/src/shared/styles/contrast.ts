/** Red, green and blue, 0 to 255 each, and opacity, 0 to 1. */
export interface Colour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly opacity: number;
}

/** Reads what browsers compute colours to: `rgb(1, 2, 3)` or `rgba(1, 2, 3, 0.5)`. */
export const parseColour = (computed: string): Colour => {
  const [red, green, blue, opacity = 1] = (computed.match(/[\d.]+/g) ?? []).map(Number);
  if (red === undefined || green === undefined || blue === undefined)
    throw new Error(`${computed} is no colour`);
  return { red, green, blue, opacity };
};

/** Returns the visible colour of `above` over an opaque colour. */
export const layColour = (above: Colour, below: Colour): Colour => {
  const mix = (channel: 'red' | 'green' | 'blue'): number =>
    above[channel] * above.opacity + below[channel] * (1 - above.opacity);
  return { red: mix('red'), green: mix('green'), blue: mix('blue'), opacity: 1 };
};

/** Converts a channel to linear light (WCAG 2.2, as all below). */
const linear = (channel: number): number => {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

const luminance = ({ red, green, blue }: Colour): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** The ratio of two opaque colours, 1 to 21. */
export const contrastRatio = (one: Colour, other: Colour): number => {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
};

/**
 * The colours of `tokens.css` that appear on each other. The contrast test computes every pair in
 * every theme and rejects a style that combines colours without a pair here. The style guide shows
 * the pairs.
 */

/** The use of a pair: each kind has its own ratio. */
export type PairKind = 'text' | 'control' | 'graphic';

/** Ratios that a pair must reach (WCAG 2.2 AA; AAA for text if more contrast is requested). */
export const requiredRatio = {
  text: { usual: 4.5, more: 7 },
  /** Borders of controls and the focus ring. */
  control: { usual: 3, more: 4.5 },
  /** Icons, dots and bars. */
  graphic: { usual: 3, more: 3 },
} as const satisfies Record<PairKind, Record<'usual' | 'more', number>>;

/** Surfaces that any ink may appear on. */
const grounds = ['page', 'surface', 'surface-raised', 'surface-sunken', 'hover'] as const;

const onEveryGround = {
  text: ['ink', 'ink-muted', 'accent', 'danger'],
  control: ['line-strong', 'focus'],
  graphic: ['heart', 'chart', 'present', 'away'],
} as const satisfies Record<PairKind, readonly string[]>;

export interface ColourPair {
  /** Names of tokens, without the dashes. */
  readonly ink: string;
  readonly ground: string;
  readonly kind: PairKind;
}

const special = [
  { ink: 'on-neon', ground: 'neon', kind: 'text' },
  { ink: 'on-neon-soft', ground: 'neon-soft', kind: 'text' },
  { ink: 'ink', ground: 'neon-soft', kind: 'text' },
  { ink: 'on-accent', ground: 'accent', kind: 'text' },
  { ink: 'danger', ground: 'danger-soft', kind: 'text' },
  { ink: 'on-warning-soft', ground: 'warning-soft', kind: 'text' },
  { ink: 'on-line-strong', ground: 'line-strong', kind: 'graphic' },
  { ink: 'on-veil', ground: 'veil', kind: 'text' },
  { ink: 'on-veil', ground: 'viewer', kind: 'text' },
] as const satisfies readonly ColourPair[];

const kinds = ['text', 'control', 'graphic'] as const satisfies readonly PairKind[];

export const colourPairs: readonly ColourPair[] = [
  ...kinds.flatMap((kind) =>
    onEveryGround[kind].flatMap((ink) => grounds.map((ground) => ({ ink, ground, kind }))),
  ),
  ...special,
];
