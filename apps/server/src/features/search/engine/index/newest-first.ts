/** Numbers up to this one are exact. */
const EXACT = Number.MAX_SAFE_INTEGER;

/**
 * The positions of deals from the newest to the oldest, of equals from the highest id on. It sorts a
 * unit of time and a position as one number, which takes far less time than comparing deals, and
 * compares only those of one unit.
 */
export const newestFirst = (times: Float64Array, ids: Float64Array): Uint32Array => {
  const { length } = times;
  let newest = -Infinity;
  let oldest = Infinity;
  for (let index = 0; index < length; index += 1) {
    newest = Math.max(newest, times[index] ?? 0);
    oldest = Math.min(oldest, times[index] ?? 0);
  }
  const unit = Math.max(1, Math.ceil(((newest - oldest + 1) / EXACT) * length * 2));
  const keys = new Float64Array(length);
  for (let index = 0; index < length; index += 1)
    keys[index] = Math.floor((newest - (times[index] ?? 0)) / unit) * length + index;
  keys.sort();
  const positions = new Uint32Array(length);
  for (let index = 0; index < length; index += 1) positions[index] = (keys[index] ?? 0) % length;
  const compare = (one: number, other: number): number =>
    (times[other] ?? 0) - (times[one] ?? 0) || (ids[other] ?? 0) - (ids[one] ?? 0);
  for (let start = 0; start < length;) {
    const ofUnit = Math.floor((keys[start] ?? 0) / length);
    let end = start + 1;
    while (end < length && Math.floor((keys[end] ?? 0) / length) === ofUnit) end += 1;
    if (end - start > 1) positions.subarray(start, end).sort(compare);
    start = end;
  }
  return positions;
};
