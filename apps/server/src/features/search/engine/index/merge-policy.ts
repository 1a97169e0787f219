import { ROW_BITS } from './columns.ts';
import type { Segment } from './segment.ts';

/** This many segments of about the same size are merged into one. */
const FAN_IN = 4;
/** Segments below this count as the same size. */
const SMALLEST = 256;
/** The limit is a quarter of the possible rows, because merging needs the memory twice. */
const LARGEST = 2 ** (ROW_BITS - 2);
/** A segment with a larger deleted part than this is rewritten. */
const MOST_DELETED = 0.25;

const levelOf = (size: number): number =>
  Math.max(0, Math.floor(Math.log2(Math.max(1, size / SMALLEST)) / Math.log2(FAN_IN)));

/** The segments to merge now, if any. */
export const chooseMerge = (segments: readonly Segment[]): readonly Segment[] => {
  const wasteful = segments.find(
    ({ deletedRows, size }) => deletedRows.length > size * MOST_DELETED,
  );
  if (wasteful !== undefined) return [wasteful];

  const levels = Map.groupBy(segments, ({ liveSize }) => levelOf(liveSize));
  for (const level of [...levels.keys()].sort((a, b) => a - b)) {
    const group = (levels.get(level) ?? []).slice(0, FAN_IN);
    const size = group.reduce((sum, { liveSize }) => sum + liveSize, 0);
    if (group.length === FAN_IN && size <= LARGEST) return group;
  }
  return [];
};
