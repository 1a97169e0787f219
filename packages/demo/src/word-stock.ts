import type { LanguageCode } from '@izgodno/contract/common/language';
import { families } from './family.ts';
import { once } from './read-data.ts';
import { createRandom, seedOf, type Random } from './random.ts';

/** The number of different words per language, as in the texts of a large aggregator. */
const WORDS_A_LANGUAGE = 60_000;

const syllables: Readonly<Record<LanguageCode, readonly string[]>> = {
  bg: 'ба ве го ди за ка ле ми на по ра се ти фу ха це ша вър дър кра пло ско тре мир нов лив дом град пет зел чер ост ник ска'.split(
    ' ',
  ),
  en: 'ba ve go di za ka le mi na po ra se ti fu ha ce sha ver dor kra plo sco tre mir nov liv dom gra pet zel cher ost nik ska'.split(
    ' ',
  ),
};

/** Words of the families' own texts, the most frequent first. */
const knownWords = (language: LanguageCode): readonly string[] => {
  const counts = new Map<string, number>();
  for (const family of families()) {
    const { titles, lines, tags } = family[language];
    for (const text of [...titles, ...lines, ...tags]) {
      const words = text.replaceAll(/\{\w+\}/g, ' ').match(/\p{L}+/gu) ?? [];
      for (const word of words) {
        counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + 1);
      }
    }
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([word]) => word);
};

const createStock = (language: LanguageCode): readonly string[] => {
  const random = createRandom(seedOf(`words/${language}`));
  const words = new Set(knownWords(language));
  while (words.size < WORDS_A_LANGUAGE) {
    words.add(
      Array.from({ length: random.whole(2, 4) }, () => random.pick(syllables[language])).join(''),
    );
  }
  return [...words];
};

const stocks: Readonly<Record<LanguageCode, () => readonly string[]>> = {
  bg: once(() => createStock('bg')),
  en: once(() => createStock('en')),
};

/**
 * A word with natural frequency: the probability of the r-th most frequent one is proportional to 1
 * / r (Zipf's law), drawn by inverting the cumulative curve.
 */
export const drawWord = (language: LanguageCode, random: Random): string => {
  const stock = stocks[language]();
  return stock[Math.floor((stock.length + 1) ** random.next()) - 1] ?? '';
};
