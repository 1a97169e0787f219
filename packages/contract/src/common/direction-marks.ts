/**
 * Removes bidirectional marks, which would change the direction of the letters after them and of
 * surrounding text. Letters keep the order in which they were written.
 */
export const withoutDirectionMarks = (text: string): string =>
  text.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
