/**
 * Milliseconds from `now` of a Retry-After header in seconds or as an HTTP date; `null` if it is
 * invalid.
 */
export const parseRetryAfter = (value: string | null, now: number): number | null => {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // HTTP dates start with a weekday; Date.parse alone would accept "10." and the like.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
};
