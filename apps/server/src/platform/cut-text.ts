/**
 * The beginning of a well-formed text, at most `length` UTF-16 units. It ends before a character of two
 * units that does not fit, because PostgreSQL rejects JSON with a half of one.
 */
export const cutText = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
