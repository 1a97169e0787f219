import styles from './voice.module.css';

/** Units of the drawing: a bar with its gap, and the height. */
const STEP = 3;
const HEIGHT = 32;
/** Silence is a dot. */
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
  /** The played share, 0 to 1. */
  readonly played?: number;
}

/** Volume over time, hidden from assistive technology because the text beside it says the same. */
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
