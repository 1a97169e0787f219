import { readUnit } from './readings.ts';
import { unitsOfText } from './significant-units.ts';
import type { Clause, ParsedQuery, Vocabulary } from './types.ts';

const termsOf = (alternatives: ParsedQuery['alternatives']): ReadonlySet<string> =>
  new Set(
    alternatives
      .flat()
      .flatMap(({ words }) => words)
      .flatMap(({ variants }) => variants.map(({ term }) => term)),
  );

/** What a word excludes: a phrase for a word of several parts ("wi-fi"). */
const clausesOfWord = (typed: string, vocabulary: Vocabulary): readonly Clause[] =>
  unitsOfText(typed)
    .flat()
    .flatMap((unit) => readUnit(unit, typed, vocabulary))
    .flatMap(({ clauses }) => (clauses.length === 1 ? clauses : []));

/**
 * The clauses that no deal may match: the excluded words in either script, inflected, and their
 * synonyms. A query does not exclude what it looks for: „лаптоп -notebook“ excludes the word, and not
 * the product. A query without other words excludes nothing.
 */
export const excludedClauses = (
  without: readonly string[],
  { alternatives }: Pick<ParsedQuery, 'alternatives'>,
  vocabulary: Vocabulary,
): readonly Clause[] => {
  if (without.length === 0 || alternatives.length === 0) return [];
  const searched = termsOf(alternatives);
  return without
    .flatMap((typed) => clausesOfWord(typed, vocabulary))
    .flatMap((clause) => {
      const [word, ...others] = clause.words;
      if (others.length > 0) return clause;
      const variants = word.variants.filter(({ term }) => !searched.has(term));
      return variants.length === 0 ? [] : { words: [{ variants }] as const };
    });
};
