import { conceptOf, isProduct } from './concepts.ts';
import { isName, namesSomething } from './corrections.ts';
import { isKnownUnit, type ReadAlternative } from './omissions.ts';
import type { QueryUnit } from './query-syntax.ts';
import { readWords } from './readings.ts';
import type { Lexeme } from './scanner.ts';
import { completeWord, correctWord } from './spelling.ts';
import { stem } from './stem.ts';
import type { TermVariant, Vocabulary } from './types.ts';

/** The word of a unit at the end of the query: unless deals contain it, it may be unfinished. */
export const wordAtEnd = ({ quoted, lexemes }: QueryUnit, text: string): Lexeme | null => {
  const [lexeme, ...others] = lexemes;
  if (quoted || lexeme?.kind !== 'word' || others.length > 0 || isName(lexeme)) return null;
  return text.slice(lexeme.end).trim() === '' ? lexeme : null;
};

const unfinishedWord = (read: readonly ReadAlternative[], text: string): Lexeme | null => {
  const last = read.at(-1)?.at(-1);
  return last === undefined || isKnownUnit(last) ? null : wordAtEnd(last.unit, text);
};

const SHORTEST_MISSPELT = 4;

/**
 * Whether an unfinished word is rather the misspelt name of a product, which more deals have than
 * all words that begin so: „дван“ is a sofa, and no „дванадесет“.
 */
const isMisspelt = (
  { text }: Lexeme,
  completions: readonly TermVariant[],
  vocabulary: Vocabulary,
): boolean => {
  if (text.length < SHORTEST_MISSPELT || completions.some(({ term }) => namesSomething(term)))
    return false;
  const corrected = correctWord(text, vocabulary);
  if (corrected === null || !isProduct(conceptOf(stem(corrected)) ?? '')) return false;
  const begun = completions.reduce((sum, { term }) => sum + vocabulary.frequency(term), 0);
  return vocabulary.frequency(corrected) > begun;
};

/** Replaces the last word, if unknown, by its completions. */
export const complete = (
  read: readonly ReadAlternative[],
  text: string,
  vocabulary: Vocabulary,
): readonly ReadAlternative[] => {
  const unfinished = unfinishedWord(read, text);
  if (unfinished === null) return read;
  const variants = completeWord(unfinished.text, vocabulary);
  if (isMisspelt(unfinished, variants, vocabulary)) return read;
  const readings = readWords([{ variants }], vocabulary);
  if (!readings.some(({ known }) => known)) return read;
  return read.map((units) =>
    units.map((read) => (read.unit.lexemes.includes(unfinished) ? { ...read, readings } : read)),
  );
};
