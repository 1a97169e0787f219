import { stem } from './stem.ts';

/**
 * Bulgarian words that are near to others, most to English names of products, and are spelt as they are
 * meant: „драма“ is no "drum", „табла“ no "table", „изплащане“ no „изпращаме“. The list is for native
 * speakers to edit.
 */
const stems: ReadonlySet<string> = new Set(
  (
    'бег бик боец драма загар изплащане къс лизинг овен оливия плат плета премия премиера сено ' +
    'табла'
  )
    .split(' ')
    .map(stem),
);

/** „байк“, which has the same stem, is a bike. */
const forms: ReadonlySet<string> = new Set(['байц', 'байца', 'байцът', 'байцове', 'байцовете']);

/** Whether a word is one of these, in any form. */
export const isSpeltAsMeant = (word: string): boolean => forms.has(word) || stems.has(stem(word));
