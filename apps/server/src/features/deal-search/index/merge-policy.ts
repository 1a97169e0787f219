import { ROW_BITS } from './columns.ts';
import type { Segment } from './segment.ts';

/** So many segments of about the same size become one. */
const FAN_IN = 4;
/** Segments below this are all of the same size. */
const SMALLEST = 256;
/** A segment grows to a quarter of the rows it could have: merging needs its memory twice. */
const LARGEST = 2 ** (ROW_BITS - 2);
/** A segment of which more than this part is deleted is written anew without it. */
const MOST_DELETED = 0.25;

const levelOf = (size: number): number =>
  Math.max(0, Math.floor(Math.log2(Math.max(1, size / SMALLEST)) / Math.log2(FAN_IN)));

/** Which segments to merge now; none where all is well. */
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
