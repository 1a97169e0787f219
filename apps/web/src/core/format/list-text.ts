import { readerLocale } from './reader-locale.ts';

/** Names as a sentence lists them: `Ana, Ivo and Mila`. */
export const listText = (names: readonly string[], code: string): string =>
  new Intl.ListFormat(readerLocale(code), { type: 'conjunction' }).format(names);
