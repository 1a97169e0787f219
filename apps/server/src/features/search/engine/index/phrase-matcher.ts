import { weightOfField, type CompiledClause, type CompiledWord } from './compiled-query.ts';
import {
  fieldOf,
  NEXT_POSITION,
  readPositions,
  skipPositions,
  fieldsOfPosting,
  rowOfPosting,
} from './posting.ts';
import type { Segment } from './segment.ts';

/** Reads one term's places, row after row. */
interface PositionReader {
  readonly score: number;
  readonly end: number;
  posting: number;
  byte: number;
}

/** The places of a word in one row, with the score of the variant there. */
interface ScoredPosition {
  readonly place: number;
  readonly score: number;
}

const openReaders = (segment: Segment, word: CompiledWord): PositionReader[] =>
  word.flatMap(({ term, score }) => {
    const at = segment.findTerm(term);
    if (at < 0) return [];
    const { starts, placeStarts } = segment.postings;
    return [
      { score, end: starts[at + 1] ?? 0, posting: starts[at] ?? 0, byte: placeStarts[at] ?? 0 },
    ];
  });

const positionsIn = (
  segment: Segment,
  readers: readonly PositionReader[],
  row: number,
): ScoredPosition[] => {
  const { entries, places } = segment.postings;
  const found: ScoredPosition[] = [];
  for (const reader of readers) {
    for (; reader.posting < reader.end; reader.posting += 1) {
      const posting = entries[reader.posting] ?? 0;
      if (rowOfPosting(posting) > row) break;
      const fields = fieldsOfPosting(posting);
      if (rowOfPosting(posting) === row) {
        readPositions(places, reader.byte, fields, (place) =>
          found.push({ place, score: reader.score }),
        );
        break;
      }
      reader.byte = skipPositions(places, reader.byte, fields);
    }
  }
  return found;
};

const scoreFrom = (
  start: ScoredPosition,
  following: readonly (readonly ScoredPosition[])[],
): number => {
  let sum = start.score;
  for (const [index, places] of following.entries()) {
    const wanted = start.place + (index + 1) * NEXT_POSITION;
    let best = 0;
    for (const { place, score } of places) {
      if (place === wanted && score > best) best = score;
    }
    if (best === 0) return 0;
    sum += best;
  }
  return sum * (weightOfField[fieldOf(start.place)] ?? 0);
};

/** Scores the given rows, ascending, for a phrase, and calls `visit` for those that match. */
export const matchPhrase = (
  segment: Segment,
  phrase: CompiledClause,
  candidates: Uint32Array,
  visit: (row: number, score: number) => void,
): void => {
  const readers = phrase.map((word) => openReaders(segment, word));
  for (const row of candidates) {
    const [starts = [], ...following] = readers.map((word) => positionsIn(segment, word, row));
    let best = 0;
    for (const start of starts) best = Math.max(best, scoreFrom(start, following));
    if (best > 0) visit(row, best);
  }
};
