/** An address or path without its last slashes. The lookbehind keeps a run of slashes linear. */
export const withoutEndSlashes = (text: string): string => text.replace(/(?<!\/)\/+$/, '');
