import { fieldWeight } from '../analysis/score.ts';
import { searchFields, type ParsedQuery, type QueryTerm } from '../analysis/types.ts';
import { categoryPositions, type CategoryPositions } from './category-positions.ts';
import { fieldsOfCode } from './posting.ts';
import type { TermDictionary } from './term-dictionary.ts';

/** An indexed variant of a word, by the dictionary's number. */
interface CompiledVariant {
  readonly term: number;
  readonly inCategory: CategoryPositions;
  readonly score: number;
}

export type CompiledWord = readonly CompiledVariant[];
/** One word, or the words of a phrase. */
export type CompiledClause = readonly CompiledWord[];
export type CompiledAlternative = readonly CompiledClause[];

/** A word that is also one of a stem's has the best of the scores. */
const compileWord = (word: QueryTerm, terms: TermDictionary): CompiledWord => {
  const best = new Map<number, number>();
  for (const { term, score } of word.variants) {
    for (const number of terms.find(term)) {
      best.set(number, Math.max(best.get(number) ?? 0, score));
    }
  }
  return Array.from(best, ([term, score]) => ({
    term,
    inCategory: categoryPositions(terms.textOf(term)),
    score,
  }));
};

/** The alternatives of a query with the dictionary's numbers for its terms. */
export const compileQuery = (
  query: Pick<ParsedQuery, 'alternatives'>,
  terms: TermDictionary,
): readonly CompiledAlternative[] =>
  query.alternatives.map((clauses) =>
    clauses.map(({ words }) => words.map((word) => compileWord(word, terms))),
  );

/** Weights by a field's number in `searchFields`. */
export const weightOfField: readonly number[] = searchFields.map((field) => fieldWeight[field]);

/** By the code of a set of fields, the weight of its heaviest field. */
export const heaviestOfCode: Uint8Array = fieldsOfCode.map((fields) =>
  Math.max(0, ...weightOfField.filter((_weight, field) => (fields >> field) % 2 === 1)),
);
