/**
 * Returns the index of the option that an arrow key leads to from index `active` of `count`
 * options; -1 is the input itself. Null for any other key.
 */
export const optionByArrow = (key: string, active: number, count: number): number | null => {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return null;
  const stops = count + 1;
  return ((active + 1 + step + stops) % stops) - 1;
};
