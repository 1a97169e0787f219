/**
 * The rank of the option that a key leads to from that of rank `active`, of `count` options; -1 is the
 * field itself, where none is chosen. Null for what is no arrow up or down.
 */
export const optionByArrow = (key: string, active: number, count: number): number | null => {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return null;
  const places = count + 1;
  return ((active + 1 + step + places) % places) - 1;
};
