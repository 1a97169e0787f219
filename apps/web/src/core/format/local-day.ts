/** A part of a date or time in two digits. */
export const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** The local day of a moment, such as 2026-11-21. */
export const localDay = (iso: string): string => {
  const at = new Date(iso);
  return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
};
