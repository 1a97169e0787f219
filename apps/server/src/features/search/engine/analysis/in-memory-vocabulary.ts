import type { AnalysedDocument } from './score.ts';
import { markedStem } from './stem.ts';
import { isStem, stemMark, type Vocabulary } from './types.ts';

/**
 * The number of edits between two words: insert, delete, replace, swap of neighbours (optimal
 * string alignment). Distances above `most` are returned as `most + 1`.
 */
export const editDistance = (left: string, right: string, most: number): number => {
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let distance = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1];
      if (swapped) distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1);
      current.push(distance);
    }
    beforeLast = last;
    last = current;
  }
  return Math.min(last[right.length] ?? 0, most + 1);
};

const countTerms = (documents: Iterable<AnalysedDocument>): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const document of documents) {
    for (const term of document.keys()) {
      if (!isStem(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  }
  const stems = new Map<string, number>();
  for (const [term, count] of counts) {
    const stem = markedStem(term);
    if (stem !== null) stems.set(stem, (stems.get(stem) ?? 0) + count);
  }
  return new Map([...counts, ...stems]);
};

/** The vocabulary of a few documents, by a linear scan: the reference for a fast one. */
export const createInMemoryVocabulary = (documents: Iterable<AnalysedDocument>): Vocabulary => {
  const counts = countTerms(documents);
  const words = [...counts]
    .filter(([term]) => !term.startsWith(stemMark))
    .sort(([a, aCount], [b, bCount]) => bCount - aCount || (a < b ? -1 : 1))
    .map(([term]) => term);
  return {
    frequency: (term) => counts.get(term) ?? 0,
    startingWith: (prefix, limit) =>
      words.filter((word) => word.startsWith(prefix)).slice(0, limit),
    near: (term, maxEdits, limit) =>
      words
        .map((word) => ({ term: word, edits: editDistance(term, word, maxEdits) }))
        .filter(({ edits }) => edits <= maxEdits)
        .sort((a, b) => a.edits - b.edits)
        .slice(0, limit),
  };
};
