import {
  informalCost,
  inOtherScript,
  inOtherScriptWithStem,
  mostTransliterations,
  type Transliteration,
} from '@izgodno/contract/common/transliteration';
import { knownBrandAtStart } from '../../brands/brand-of.ts';
import { conceptMark, conceptOf, isProduct } from './concepts.ts';
import { kindTerm } from './kinds.ts';
import { cachedByVocabulary } from './cached-by-vocabulary.ts';
import { isSpeltAsMeant } from './bulgarian-words.ts';
import { stem } from './stem.ts';
import { stemMark, type TermVariant, type Vocabulary } from './types.ts';

/** The confidence, of 100, of each way from a typed word to a term. */
export const exactScore = 100;
const stemPenalty = 15;
const conceptPenalty = 30;
/** For a deal of the kind that a word names, whose texts lack the word. */
const kindPenalty = 40;
const otherScriptScore = 95;
const lowestScore = 60;

/** Readings that cost at most this much more than the cheapest known one are kept too. */
const closeCost = 2;

/**
 * How many times more frequent a transliteration must be than the word as typed, to be kept too.
 */
const dominance = 10;

/** A concept as documents may contain it; a product also as what they are, in whatever words. */
export const formsOfConcept = (concept: string, score: number): readonly TermVariant[] => [
  { term: concept, score: score - conceptPenalty },
  ...(isProduct(concept) ? [{ term: kindTerm(concept), score: score - kindPenalty }] : []),
];

/** A word's form and stem, as documents may contain them. */
const formsOfText = (word: string, stemmed: string, score: number): TermVariant[] => {
  const stemScore = score - stemPenalty;
  const forms = [{ term: word, score }];
  // An uninflected word is indexed under its form alone, which is then its stem.
  if (stemmed !== word) forms.push({ term: stemmed, score: stemScore });
  forms.push({ term: stemMark + stemmed, score: stemScore });
  return forms;
};

/** A word's form, stem and concept, as documents may contain them. */
export const formsOf = (word: string, score: number): readonly TermVariant[] => {
  const stemmed = stem(word);
  const forms = formsOfText(word, stemmed, score);
  const concept = conceptOf(stemmed);
  if (concept !== undefined) forms.push(...formsOfConcept(concept, score));
  return forms;
};

const frequencyOf = (forms: readonly TermVariant[], vocabulary: Vocabulary): number => {
  let sum = 0;
  for (const { term } of forms) sum += vocabulary.frequency(term);
  return sum;
};

export const isKnown = (forms: readonly TermVariant[], vocabulary: Vocabulary): boolean =>
  forms.some(({ term }) => vocabulary.frequency(term) > 0);

/** The largest number of transliterations looked up for a known word, which is the common case. */
const guessesBesideKnown = 12;

interface Guess extends Transliteration {
  /** Subtracted from the score of all its forms. */
  readonly penalty: number;
}

/** Shorter stems of foreign words belong to other words: „лего“ is no form of "legs". */
const shortestForeignStem = 4;

const isForeignScript = (word: string): boolean => /^[a-z]/u.test(word);

/**
 * The forms of a transliteration; of a short foreign word only itself. A word that is a name means
 * that: „завеса“ is a curtain, and no form of "saws".
 */
const formsInOtherScript = (
  word: string,
  score: number,
  isName: boolean,
): readonly TermVariant[] => {
  const stemmed = stem(word);
  const forms = isName ? formsOfText(word, stemmed, score) : formsOf(word, score);
  if (!isForeignScript(word) || stemmed.length >= shortestForeignStem) return forms;
  // „търс“ of „търси“ is no "tyres".
  const isMeant = (term: string): boolean =>
    term.startsWith(conceptMark) && (stemmed === word || !isProduct(term));
  return forms.filter(({ term }) => term === word || isMeant(term));
};

/** Words whose transliterations are cached: about 16 MB. Queries repeat their words. */
const guessesLimit = 8_000;
const guesses = new Map<string, readonly Guess[]>();

const guessesOf = (word: string): readonly Guess[] => {
  const cached = guesses.get(word);
  if (cached !== undefined) return cached;
  const stemmed = stem(word);
  // "лаптопът" transliterates to laptop, whatever the article.
  const isShort = !isForeignScript(word) && stemmed.length < shortestForeignStem;
  const [whole = [], stems = []] =
    stemmed === word || isShort ? [inOtherScript(word)] : inOtherScriptWithStem(word, stemmed);
  const ofWord = whole.map(({ text, cost }) => ({ text, cost, penalty: 0 }));
  const ofStem = stems.map(({ text, cost }) => ({ text, cost, penalty: stemPenalty }));
  const found = [...ofWord, ...ofStem]
    .sort((a, b) => a.cost - b.cost)
    .slice(0, mostTransliterations);
  if (guesses.size >= guessesLimit) guesses.clear();
  guesses.set(word, found);
  return found;
};

/** The transliterations in the vocabulary; informal ones only if there are no better ones. */
const otherScriptForms = (
  word: string,
  ownFrequency: number,
  vocabulary: Vocabulary,
): TermVariant[] => {
  const found: TermVariant[] = [];
  if (isSpeltAsMeant(word)) return found;
  let dearest = Infinity;
  const isName = conceptOf(stem(word)) !== undefined;
  // "octavia" is no „оставя“.
  const isBrand = isName && knownBrandAtStart([word]) !== null;
  const likeliest = guessesOf(word).slice(0, ownFrequency > 0 ? guessesBesideKnown : undefined);
  for (const { text, cost, penalty } of likeliest) {
    if (cost > dearest || (isBrand && cost >= informalCost)) break;
    const forms = formsInOtherScript(
      text,
      Math.max(lowestScore, otherScriptScore - cost) - penalty,
      isName,
    );
    const frequency = frequencyOf(forms, vocabulary);
    const guessed = cost >= informalCost && ownFrequency > 0;
    if (frequency === 0 || (guessed && frequency < ownFrequency * dominance)) continue;
    found.push(...forms);
    dearest = Math.min(dearest, cost + closeCost);
  }
  return found;
};

/** The best score for each term among the variants, best first. */
export const bestOfEach = (variants: readonly TermVariant[]): readonly TermVariant[] => {
  const best = new Map<string, number>();
  for (const { term, score } of variants) {
    if (score > (best.get(term) ?? 0)) best.set(term, score);
  }
  return Array.from(best, ([term, score]) => ({ term, score })).sort((a, b) => b.score - a.score);
};

/** Words whose variants are kept: a few megabytes. */
const cachedWords = 8_000;

/**
 * All variants of a word: always its own form and stem; those of its transliterations if the
 * vocabulary has them.
 */
export const variantsOf = cachedByVocabulary(
  cachedWords,
  (word, vocabulary): readonly TermVariant[] => {
    const own = formsOf(word, exactScore);
    const other = otherScriptForms(word, frequencyOf(own, vocabulary), vocabulary);
    return other.length === 0 ? own : bestOfEach([...own, ...other]);
  },
);

/** The terms of all variants that a word may have, whatever the vocabulary. */
export const everyTermOf = (word: string): readonly string[] =>
  [
    ...formsOf(word, exactScore),
    ...guessesOf(word).flatMap(({ text }) => formsInOtherScript(text, exactScore, false)),
  ].map(({ term }) => term);
