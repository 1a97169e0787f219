/** Milliseconds that a Retry-After header asks to wait from `now`, given as seconds or as an HTTP date; `null` where it says nothing of use. */
export const parseRetryAfter = (value: string | null, now: number): number | null => {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // Dates have a weekday first: Date.parse alone would take "10." and the like for one.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
};
