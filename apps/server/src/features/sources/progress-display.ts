import type { Clock } from '#platform/clock.ts';
import type { ImportProgress } from './pipeline/import-options.ts';

const BAR_WIDTH = 24;
/** Milliseconds between two redraws of the bar, and between two lines without a terminal. */
const REDRAW = 100;
const LINE_EVERY = 5_000;

const phaseNames = { read: 'Reading', apply: 'Applying' } as const satisfies Record<
  ImportProgress['phase'],
  string
>;

const number = new Intl.NumberFormat('en');

/** "42 s", "3 min 05 s". */
const duration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  return whole < 60
    ? `${whole} s`
    : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
};

const bar = (fraction: number): string => {
  const filled = Math.round(Math.min(1, fraction) * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}]`;
};

export interface Terminal {
  readonly isTTY: boolean;
  write(text: string): void;
}

export interface ProgressDisplay {
  update(progress: ImportProgress): void;
  /** Ends the redrawn line, so that further output begins on a new one. */
  close(): void;
}

/** A bar with rows/s and the time left on a terminal, occasional plain lines elsewhere. */
export const createProgressDisplay = (terminal: Terminal, clock: Clock): ProgressDisplay => {
  let phase: ImportProgress['phase'] | undefined;
  let phaseStart = 0;
  let shownAt = 0;
  let drawn = false;

  const describe = (progress: ImportProgress, seconds: number): string => {
    const { fraction, rows } = progress;
    const parts = [`${number.format(rows)} rows`];
    if (seconds > 0) parts.push(`${number.format(Math.round(rows / seconds))} rows/s`);
    if (fraction !== null && fraction > 0)
      parts.push(`${duration((seconds * (1 - fraction)) / fraction)} left`);
    const share =
      fraction === null
        ? ''
        : ` ${terminal.isTTY ? `${bar(fraction)} ` : ''}${Math.floor(fraction * 100)} %`;
    return `${phaseNames[progress.phase]}${share} ${parts.join(', ')}`;
  };

  return {
    update(progress) {
      const now = clock.now();
      if (progress.phase !== phase) {
        phase = progress.phase;
        phaseStart = now;
        shownAt = now;
        return;
      }
      if (now - shownAt < (terminal.isTTY ? REDRAW : LINE_EVERY)) return;
      shownAt = now;
      const line = describe(progress, (now - phaseStart) / 1_000);
      terminal.write(terminal.isTTY ? `\r${line}\u001b[K` : `${line}\n`);
      drawn = terminal.isTTY;
    },
    close() {
      if (drawn) terminal.write('\r\u001b[K');
      drawn = false;
    },
  };
};
