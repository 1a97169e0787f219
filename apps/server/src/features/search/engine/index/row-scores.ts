import type { MatchedRows } from './match-list.ts';

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

  raise(row: number, score: number): void {
    this.#scores[row] = Math.max(this.#scores[row] ?? 0, this.#floor + score);
  }

  raiseAll({ rows, scores, count }: MatchedRows): void {
    for (let at = 0; at < count; at += 1) this.raise(rows[at] ?? 0, scores[at] ?? 0);
  }

  /** The best score of a row; 0 without any. */
  of(row: number): number {
    return Math.max(0, (this.#scores[row] ?? 0) - this.#floor);
  }
}
