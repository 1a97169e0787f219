/** What people typed can turn the direction of what stands around it: this is it without such marks. */
export const withoutDirectionMarks = (text: string): string =>
  text.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
