import type { MatchedRows } from './match-list.ts';

/** Above every score of a word. */
const SCORE_RANGE = 2 ** 10;
/** Keeps all numbers within 31 bits. */
const HIGHEST_FLOOR = 2 ** 30;

/**
 * The best score of each row of a segment for one word. Beginning another word takes no time: its
 * scores are stored above a floor that no earlier one reached.
 */
export class RowScores {
  #scores = new Int32Array();
  #floor = 0;

  /** Begins a word without any row, in a segment of this size. */
  begin(size: number): void {
    this.#floor += SCORE_RANGE;
    if (size <= this.#scores.length && this.#floor < HIGHEST_FLOOR) return;
    this.#scores = new Int32Array(Math.max(size, this.#scores.length));
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
