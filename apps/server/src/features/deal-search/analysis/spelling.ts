import { stem } from './stem.ts';
import { inOtherScript } from './transliteration.ts';
import type { TermVariant, Vocabulary } from './types.ts';

const prefixScore = 70;

/** Shorter beginnings say too little. */
const shortestPrefix = 2;
const completionsLimit = 8;

/** From these lengths one, and two, letters may be wrong. */
const oneEditLength = 4;
const twoEditsLength = 8;
/** Words read of the vocabulary for one spelling, before the best are chosen. */
const nearLimit = 16;

/** Spellings in the other script whose beginnings, and whose neighbours, are looked for. */
const completedSpellings = 4;
const correctedSpellings = 2;

const likeliestInOtherScript = (word: string, limit: number): string[] =>
  inOtherScript(word)
    .slice(0, limit)
    .map(({ text }) => text);

/** Words that begin with what was typed, in either script, the most frequent first. */
export const completionsOf = (
  prefix: string,
  vocabulary: Vocabulary,
  limit: number,
): readonly string[] => {
  if (prefix.length < shortestPrefix) return [];
  const spellings = [prefix, ...likeliestInOtherScript(prefix, completedSpellings)];
  const words = spellings.flatMap((spelling) => vocabulary.startingWith(spelling, limit));
  return [...new Set(words)]
    .map((word) => ({ word, frequency: vocabulary.frequency(word) }))
    .sort((a, b) => b.frequency - a.frequency || (a.word < b.word ? -1 : 1))
    .slice(0, limit)
    .map(({ word }) => word);
};

/** Takes an unfinished word for all that it may become. */
export const completeWord = (word: string, vocabulary: Vocabulary): readonly TermVariant[] =>
  completionsOf(word, vocabulary, completionsLimit).map((term) => ({ term, score: prefixScore }));

const editsAllowed = (word: string): 0 | 1 | 2 => {
  if (word.length < oneEditLength) return 0;
  return word.length < twoEditsLength ? 1 : 2;
};

interface Candidate {
  readonly term: string;
  readonly effort: number;
}

const nearTo = (spelling: string, rank: number, vocabulary: Vocabulary): Candidate[] => {
  const edits = editsAllowed(spelling);
  if (edits === 0) return [];
  return vocabulary.near(spelling, edits, nearLimit).map((found) => ({
    term: found.term,
    // The first letter is seldom wrong, and a second reading on top of a typo is a longer shot.
    effort: found.edits * 4 + (found.term[0] === spelling[0] ? 0 : 2) + (rank === 0 ? 0 : 1),
  }));
};

/** The word nearest to one that no deal holds, under any of its readings; null where none is near. */
export const correctWord = (word: string, vocabulary: Vocabulary): string | null => {
  const other = likeliestInOtherScript(word, correctedSpellings);
  const spellings = [...new Set([word, stem(word), ...other])];
  const candidates = spellings
    .flatMap((spelling, rank) => nearTo(spelling, rank, vocabulary))
    .filter(({ term }) => !/\d/u.test(term))
    .sort((a, b) => a.effort - b.effort);
  return candidates[0]?.term ?? null;
};
