/**
 * What people or sources wrote can turn the direction of the letters behind it, and of what stands
 * around it: this is it without the marks that do so, its letters in the order they were written.
 */
export const withoutDirectionMarks = (text: string): string =>
  text.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
