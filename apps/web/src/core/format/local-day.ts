/** A part of a date or time in two digits. */
export const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** The local day of a moment, such as 2026-11-21. */
export const localDay = (iso: string): string => {
  const at = new Date(iso);
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
};

/** The local day that is some days after that of a moment, in epoch milliseconds. */
export const dayFrom = (now: number, days: number): string => {
  const at = new Date(now);
  // Not by hours, because a day of a change of the clocks has 23 or 25.
  at.setDate(at.getDate() + days);
  return localDay(at.toISOString());
};
