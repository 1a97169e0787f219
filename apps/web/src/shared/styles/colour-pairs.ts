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
