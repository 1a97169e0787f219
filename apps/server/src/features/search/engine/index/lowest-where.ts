/** The lowest place from `from` up to `to` for which a monotonic condition holds. */
export const lowestWhere = (from: number, to: number, holds: (at: number) => boolean): number => {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};
