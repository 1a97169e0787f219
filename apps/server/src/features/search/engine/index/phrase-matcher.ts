import { weightOfField, type CompiledClause, type CompiledWord } from './compiled-query.ts';
import type { CategoryPositions } from './category-positions.ts';
import { unpacked } from './packed-values.ts';
import { CATEGORY_FIELD, fieldOf, IN_CATEGORY, NEXT_POSITION, packPosition } from './posting.ts';
import { readPositions, skipPositions } from './positions.ts';
import { PostingCursor } from './postings.ts';
import type { Segment } from './segment.ts';

/** Reads one term's positions, row after row. */
interface PositionReader {
  readonly score: number;
  readonly inCategory: CategoryPositions;
  readonly cursor: PostingCursor;
  /** Where the positions of the current posting begin. */
  pair: number;
}

/** The positions of a word in one row, with the score of the variant there. */
interface ScoredPosition {
  readonly packed: number;
  readonly score: number;
}

const openReaders = (segment: Segment, word: CompiledWord): PositionReader[] =>
  word.flatMap(({ term, inCategory, score }) => {
    const at = segment.findTerm(term);
    if (at < 0) return [];
    const { postings } = segment;
    return [
      {
        score,
        inCategory,
        cursor: new PostingCursor(postings, at),
        pair: postings.positionStarts[at] ?? 0,
      },
    ];
  });

const positionsIn = (
  segment: Segment,
  readers: readonly PositionReader[],
  row: number,
): ScoredPosition[] => {
  const { positions } = segment.postings;
  const category = unpacked.category[segment.columns.packed[row] ?? 0] ?? 0;
  const found: ScoredPosition[] = [];
  for (const reader of readers) {
    const { cursor, score, inCategory } = reader;
    for (; cursor.row < row; cursor.next()) {
      reader.pair = skipPositions(positions, reader.pair, cursor.fields);
    }
    if (cursor.row !== row) continue;
    readPositions(positions, reader.pair, cursor.fields, (packed) => found.push({ packed, score }));
    if ((cursor.fields & IN_CATEGORY) === 0) continue;
    for (const position of inCategory[category] ?? []) {
      found.push({ packed: packPosition(CATEGORY_FIELD, position), score });
    }
  }
  return found;
};

/** More positions than a text has of a word, unless it repeats one to be found. */
const FEW_POSITIONS = 16;

/** The best score of a word at a position; 0 if it is not there. */
type ScoreAt = (packed: number) => number;

const scoresOf = (positions: readonly ScoredPosition[]): ScoreAt => {
  if (positions.length <= FEW_POSITIONS)
    return (wanted) => {
      let best = 0;
      for (const { packed, score } of positions)
        if (packed === wanted && score > best) best = score;
      return best;
    };
  const best = new Map<number, number>();
  for (const { packed, score } of positions)
    best.set(packed, Math.max(best.get(packed) ?? 0, score));
  return (wanted) => best.get(wanted) ?? 0;
};

const scoreFrom = (start: ScoredPosition, following: readonly ScoreAt[]): number => {
  let sum = start.score;
  for (let word = 0; word < following.length; word += 1) {
    const score = following[word]?.(start.packed + (word + 1) * NEXT_POSITION) ?? 0;
    if (score === 0) return 0;
    sum += score;
  }
  return sum * (weightOfField[fieldOf(start.packed)] ?? 0);
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
    const [starts = [], ...others] = readers.map((word) => positionsIn(segment, word, row));
    const following = others.map(scoresOf);
    let best = 0;
    for (const start of starts) best = Math.max(best, scoreFrom(start, following));
    if (best > 0) visit(row, best);
  }
};
