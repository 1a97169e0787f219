import { stem } from './analyser.ts';
import { informalCost, inOtherScript } from './transliteration.ts';
import { stemMark, type TermVariant, type Vocabulary } from './types.ts';

/** How sure each way from a typed word to a term is, of 100. */
export const exactScore = 100;
const stemPenalty = 15;
const otherScriptScore = 95;
const lowestScore = 40;

/** How many times more frequent a guessed reading must be than the word as typed, to stand beside it. */
const dominance = 10;

/** A word's form and stem, both as documents may hold them. */
export const formsOf = (word: string, score: number): readonly TermVariant[] => {
  const stemmed = stem(word);
  const stemScore = score - stemPenalty;
  const marked = { term: stemMark + stemmed, score: stemScore };
  // An uninflected word is indexed under its form alone, which then is its stem.
  return stemmed === word
    ? [{ term: word, score }, marked]
    : [{ term: word, score }, { term: stemmed, score: stemScore }, marked];
};

const frequencyOf = (forms: readonly TermVariant[], vocabulary: Vocabulary): number => {
  let sum = 0;
  for (const { term } of forms) sum += vocabulary.frequency(term);
  return sum;
};

export const isKnown = (forms: readonly TermVariant[], vocabulary: Vocabulary): boolean =>
  forms.some(({ term }) => vocabulary.frequency(term) > 0);

interface Guess {
  readonly forms: readonly TermVariant[];
  readonly cost: number;
}

/** Words whose spellings in the other script are remembered: about 20 MB. Queries repeat their words. */
const guessesLimit = 4_000;
const guesses = new Map<string, readonly Guess[]>();

const guessesOf = (word: string): readonly Guess[] => {
  const cached = guesses.get(word);
  if (cached !== undefined) return cached;
  const found = inOtherScript(word).map(({ text, cost }) => ({
    forms: formsOf(text, Math.max(lowestScore + stemPenalty, otherScriptScore - cost)),
    cost,
  }));
  if (guesses.size >= guessesLimit) guesses.clear();
  guesses.set(word, found);
  return found;
};

/** The readings in the other script that the vocabulary holds; guesses only where nothing better is. */
const otherScriptForms = (
  word: string,
  ownFrequency: number,
  vocabulary: Vocabulary,
): TermVariant[] => {
  const found: TermVariant[] = [];
  let dearest = Infinity;
  for (const { forms, cost } of guessesOf(word)) {
    if (cost > dearest) break;
    const frequency = frequencyOf(forms, vocabulary);
    const guessed = cost >= informalCost && ownFrequency > 0;
    if (frequency === 0 || (guessed && frequency < ownFrequency * dominance)) continue;
    found.push(...forms);
    dearest = Math.min(dearest, cost + informalCost);
  }
  return found;
};

/** The best score for each term that stands among the variants, best first. */
export const bestOfEach = (variants: readonly TermVariant[]): readonly TermVariant[] => {
  const best = new Map<string, number>();
  for (const { term, score } of variants) {
    if (score > (best.get(term) ?? 0)) best.set(term, score);
  }
  return Array.from(best, ([term, score]) => ({ term, score })).sort((a, b) => b.score - a.score);
};

/**
 * All that a word of letters may be found as: its own form and stem always, those of its spelling
 * in the other script where the vocabulary has them.
 */
export const variantsOf = (word: string, vocabulary: Vocabulary): readonly TermVariant[] => {
  const own = formsOf(word, exactScore);
  const other = otherScriptForms(word, frequencyOf(own, vocabulary), vocabulary);
  return other.length === 0 ? own : bestOfEach([...own, ...other]);
};
