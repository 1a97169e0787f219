import { WAVEFORM_BARS } from './limits.ts';

/** The greatest level; 0 is silence. */
const FULL = 100;
/** Quieter sound counts as silence, in decibels of full scale. */
const FLOOR_DB = -52;

/** The loudness of samples (each -1 to 1) from 0 to 100, on a decibel scale. */
export const levelOf = (samples: Float32Array): number => {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length) + Number.EPSILON);
  return Math.round(Math.min(1, Math.max(0, 1 - decibels / FLOOR_DB)) * FULL);
};

/** Reduces levels to at most `bars` bars, each the loudest of its share; at least one. */
export const barsOf = (levels: readonly number[], bars: number = WAVEFORM_BARS): number[] => {
  if (levels.length === 0) return [0];
  const count = Math.min(bars, levels.length);
  return Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / count);
    const to = Math.floor(((bar + 1) * levels.length) / count);
    return Math.max(...levels.slice(from, to));
  });
};
