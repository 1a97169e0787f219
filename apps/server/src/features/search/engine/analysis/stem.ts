import { stemBulgarian } from './bulgarian-stem.ts';
import { stemEnglish } from './english-stem.ts';

const isCyrillic = (word: string): boolean => word >= '\u0400' && word < '\u0530';

/** The unmarked stem of a lower-case word, by its script. */
export const stem = (word: string): string =>
  isCyrillic(word) ? stemBulgarian(word) : stemEnglish(word);
