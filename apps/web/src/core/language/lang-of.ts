import type { LanguageCode } from '@izgodno/contract/common/language';

const CYRILLIC = /\p{Script=Cyrillic}/u;
/** A word that is no name: names of products and brands begin with a capital or have a digit. */
const PLAIN_WORD = /(?<![\p{L}\d])[a-z]{2,}(?![\p{L}\d])/gu;
/** The number of plain words of a text that is a sentence, and not a name with “for” in it. */
const SENTENCE_WORDS = 3;

/**
 * The `lang` of a user's text in a page of another language, so that screen readers pronounce it.
 * Undefined if the text is in the page's language, or names only, which either voice can read.
 */
export const langOf = (text: string, page: LanguageCode): LanguageCode | undefined => {
  if (CYRILLIC.test(text)) return page === 'bg' ? undefined : 'bg';
  const isSentence = (text.match(PLAIN_WORD)?.length ?? 0) >= SENTENCE_WORDS;
  return isSentence && page !== 'en' ? 'en' : undefined;
};
