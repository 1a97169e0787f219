import { heaviestOfCode } from './compiled-query.ts';
import { raiseScores, raiseScoresOf, type Postings } from './postings.ts';

const weighed = new Int32Array(heaviestOfCode.length);

/** By code, the score of a variant above a floor; valid until the next call. */
export const scoresOfCodes = (score: number, floor = 0): Int32Array => {
  for (let code = 0; code < weighed.length; code += 1) {
    weighed[code] = floor + score * (heaviestOfCode[code] ?? 0);
  }
  return weighed;
};

/** A segment's term, by its own number, with the score of the variant. */
interface ScoredTerm {
  readonly at: number;
  readonly score: number;
}

/** Above every score of a word. */
const SCORE_RANGE = 2 ** 10;
/** Scores above it still fit two bytes. */
const HIGHEST_FLOOR = 2 ** 16 - SCORE_RANGE;

/**
 * The best score of each row of a segment for one word. Beginning another word takes no time: its
 * scores are stored above a floor that no earlier one reached.
 */
export class RowScores {
  #scores = new Uint16Array();
  #floor = 0;

  /** Begins a word without any row, in a segment of this size. */
  begin(size: number): void {
    this.#floor += SCORE_RANGE;
    if (size > this.#scores.length) this.#scores = new Uint16Array(size);
    else if (this.#floor <= HIGHEST_FLOOR) return;
    else this.#scores.fill(0);
    this.#floor = 0;
  }

  /** Raises the scores of all rows with a segment's term number `at`. */
  raiseAll(postings: Postings, { at, score }: ScoredTerm): void {
    raiseScores(postings, at, this.#scores, scoresOfCodes(score, this.#floor));
  }

  /** The same for those of some rows, ascending. */
  raiseOf(rows: Uint32Array, postings: Postings, { at, score }: ScoredTerm): void {
    raiseScoresOf(rows, postings, at, this.#scores, scoresOfCodes(score, this.#floor));
  }

  /** The best score of a row; 0 without any. */
  of(row: number): number {
    return Math.max(0, (this.#scores[row] ?? 0) - this.#floor);
  }
}
