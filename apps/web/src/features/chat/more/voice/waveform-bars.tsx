import styles from './voice.module.css';

/** Units of the drawing: a bar and the room after it, and the height. */
const STEP = 3;
const HEIGHT = 32;
/** Silence is a dot, not nothing. */
const LEAST = 2;

const pathOf = (levels: readonly number[]): string =>
  levels
    .map((level, bar) => {
      const half = Math.max(LEAST, (level / 100) * (HEIGHT - LEAST)) / 2;
      return `M${bar * STEP + 1} ${HEIGHT / 2 - half}v${half * 2}`;
    })
    .join('');

interface WaveformBarsProps {
  /** Each 0 to 100. */
  readonly levels: readonly number[];
  /** The share that was played, 0 to 1. */
  readonly played?: number;
}

/** Loudness over time. Assistive technology hears of it by what stands beside it. */
export const WaveformBars = ({ levels, played = 0 }: WaveformBarsProps) => {
  const path = pathOf(levels);
  return (
    <svg
      className={styles['bars']}
      viewBox={`0 0 ${Math.max(1, levels.length) * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
      {played > 0 && (
        <path
          d={path}
          className={styles['played']}
          style={{ clipPath: `inset(0 ${(1 - played) * 100}% 0 0)` }}
        />
      )}
    </svg>
  );
};
