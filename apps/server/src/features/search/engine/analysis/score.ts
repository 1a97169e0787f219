/**
 * How well a deal matches a query. The deal index and its PostgreSQL counterpart compute the same
 * integers, so the rules are exact:
 *
 * - A clause of one word scores the highest `variant.score × fieldWeight[field]` over the word's
 *   variants and the fields that contain them; if no field contains one, the clause does not match.
 * - A clause of several words (a phrase) matches in a field at position p if for every i some
 *   variant of word i is in that field at position p + i. It scores `fieldWeight[field]` times the
 *   sum over i of the best `variant.score` at p + i, the highest over all fields and p.
 * - An alternative matches if all its clauses do, and scores their sum.
 * - A query scores as its best matching alternative; a query of no alternatives matches every
 *   deal with score 0.
 *
 * Scores depend on the deal and the query alone, never on other deals. The caller orders equal
 * scores: newest first.
 */
import { analyse } from './analyser.ts';
import { kindsOf, readForKinds } from './kinds.ts';
import {
  searchFields,
  type Clause,
  type ParsedQuery,
  type QueryTerm,
  type SearchableText,
  type SearchField,
} from './types.ts';

export const fieldWeight = {
  subject: 10,
  brand: 8,
  title: 5,
  tags: 6,
  category: 3,
  description: 2,
} as const satisfies Readonly<Record<SearchField, number>>;

interface TermPosition {
  readonly field: SearchField;
  readonly position: number;
}

/** The positions of each term in one deal. */
export type AnalysedDocument = ReadonlyMap<string, readonly TermPosition[]>;

export const analyseDocument = (text: SearchableText): AnalysedDocument => {
  const document = new Map<string, TermPosition[]>();
  const add = (term: string, field: SearchField, position: number): void => {
    const positions = document.get(term);
    if (positions === undefined) document.set(term, [{ field, position }]);
    else positions.push({ field, position });
  };
  for (const field of searchFields) {
    for (const { position, terms } of analyse(text[field])) {
      for (const term of terms) add(term, field, position);
    }
  }
  const kinds = kindsOf(text, readForKinds(text));
  for (const kind of kinds) add(kind, 'category', 0);
  return document;
};

const scoreWord = (word: QueryTerm, document: AnalysedDocument): number | null => {
  let best: number | null = null;
  for (const { term, score } of word.variants) {
    for (const { field } of document.get(term) ?? []) {
      best = Math.max(best ?? 0, score * fieldWeight[field]);
    }
  }
  return best;
};

/** By position, the best variant of a word there. */
type VariantScores = ReadonlyMap<number, number>;

/** Field and position in one number. */
const positionNumber = ({ field, position }: TermPosition): number =>
  position * searchFields.length + searchFields.indexOf(field);

const variantScores = (word: QueryTerm, document: AnalysedDocument): VariantScores => {
  const best = new Map<number, number>();
  for (const { term, score } of word.variants) {
    for (const at of document.get(term) ?? []) {
      const packed = positionNumber(at);
      best.set(packed, Math.max(best.get(packed) ?? 0, score));
    }
  }
  return best;
};

const scorePhraseAt = (words: readonly VariantScores[], start: TermPosition): number | null => {
  let sum = 0;
  for (const [offset, scores] of words.entries()) {
    const score = scores.get(positionNumber({ ...start, position: start.position + offset }));
    if (score === undefined) return null;
    sum += score;
  }
  return sum * fieldWeight[start.field];
};

/**
 * The score of a phrase; null if it does not match. A text may repeat a word thousands of times, so
 * no position of a word is searched for.
 */
export const scorePhrase = (clause: Clause, document: AnalysedDocument): number | null => {
  const words = clause.words.map((word) => variantScores(word, document));
  const starts = clause.words[0].variants.flatMap(({ term }) => document.get(term) ?? []);
  let best: number | null = null;
  for (const start of starts) {
    const score = scorePhraseAt(words, start);
    if (score !== null) best = Math.max(best ?? 0, score);
  }
  return best;
};

const scoreAlternative = (
  clauses: readonly Clause[],
  document: AnalysedDocument,
): number | null => {
  let sum = 0;
  for (const clause of clauses) {
    const score =
      clause.words.length === 1
        ? scoreWord(clause.words[0], document)
        : scorePhrase(clause, document);
    if (score === null) return null;
    sum += score;
  }
  return sum;
};

/** The reference implementation: null if the deal does not match. */
export const scoreDocument = (
  query: Pick<ParsedQuery, 'alternatives'>,
  document: AnalysedDocument,
): number | null => {
  if (query.alternatives.length === 0) return 0;
  let best: number | null = null;
  for (const clauses of query.alternatives) {
    const score = scoreAlternative(clauses, document);
    if (score !== null) best = Math.max(best ?? 0, score);
  }
  return best;
};
