import {
  heaviestOfFields,
  type CompiledAlternative,
  type CompiledClause,
  type CompiledWord,
} from './compiled-query.ts';
import { matchPhrase } from './phrase-matcher.ts';
import { lowerBound, type Segment } from './segment.ts';

/** Looking a row up in a posting list costs about as much as passing over so many postings. */
const LOOKUP_COST = 16;

/** The part of a segment's postings that one variant of a word has. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

interface PlannedClause {
  readonly words: CompiledClause;
  /** Of each word, the runs of its variants. */
  readonly runs: readonly (readonly Run[])[];
  /** At most so many rows can match. */
  readonly size: number;
}

const runsOf = (segment: Segment, word: CompiledWord): Run[] =>
  word.flatMap(({ term, score }) => {
    const at = segment.findTerm(term);
    if (at < 0) return [];
    const { starts } = segment.postings;
    return [{ start: starts[at] ?? 0, end: starts[at + 1] ?? 0, score }];
  });

const sizeOf = (runs: readonly Run[]): number =>
  runs.reduce((sum, { start, end }) => sum + end - start, 0);

const planClause = (segment: Segment, words: CompiledClause): PlannedClause => {
  const runs = words.map((word) => runsOf(segment, word));
  return { words, runs, size: Math.min(...runs.map(sizeOf)) };
};

/** Rows that match, in no order, and what they score. Deleted rows are among them. */
export interface Matches {
  /** The first `count` are meant. */
  readonly rows: Uint32Array;
  readonly count: number;
  /** By row: the score plus one, so that 0 is "does not match". */
  readonly scores: Int32Array;
}

/**
 * Evaluates the words of a query over one segment at a time by the rules of `analysis/score.ts`. It
 * owns the memory of its answers: each is good until `release`, which must come before the next.
 */
export class Matcher {
  #rows = new Uint32Array(0);
  #unionRows = new Uint32Array(0);
  /** By row, the sum over the clauses of the current alternative, plus one. */
  #sums = new Int32Array(0);
  /** By row, the score of the current clause. */
  #clauseScores = new Int32Array(0);
  #bestSums = new Int32Array(0);

  match(segment: Segment, alternatives: readonly CompiledAlternative[]): Matches {
    this.#reserve(segment.size);
    const [only, ...others] = alternatives;
    if (only !== undefined && others.length === 0) {
      return { rows: this.#rows, count: this.#matchAlternative(segment, only), scores: this.#sums };
    }
    let count = 0;
    for (const alternative of alternatives) {
      const matching = this.#matchAlternative(segment, alternative);
      for (let i = 0; i < matching; i += 1) {
        const row = this.#rows[i] ?? 0;
        const sum = this.#sums[row] ?? 0;
        const best = this.#bestSums[row] ?? 0;
        this.#sums[row] = 0;
        if (best === 0) this.#unionRows[count++] = row;
        if (best < sum) this.#bestSums[row] = sum;
      }
    }
    return { rows: this.#unionRows, count, scores: this.#bestSums };
  }

  release({ rows, count, scores }: Matches): void {
    for (let i = 0; i < count; i += 1) scores[rows[i] ?? 0] = 0;
  }

  #reserve(size: number): void {
    if (this.#rows.length >= size) return;
    this.#rows = new Uint32Array(size);
    this.#unionRows = new Uint32Array(size);
    this.#sums = new Int32Array(size);
    this.#clauseScores = new Int32Array(size);
    this.#bestSums = new Int32Array(size);
  }

  /** Leaves the matching rows in `#rows` and their sums in `#sums`; returns how many there are. */
  #matchAlternative(segment: Segment, alternative: CompiledAlternative): number {
    const clauses = alternative
      .map((words) => planClause(segment, words))
      .sort((a, b) => a.size - b.size);
    const [first, ...others] = clauses;
    if (first === undefined) return this.#everyRow(segment.size);
    let count = this.#firstClause(segment, first);
    for (const clause of others) {
      if (count === 0) return 0;
      count = this.#nextClause(segment, clause, count);
    }
    return count;
  }

  #everyRow(size: number): number {
    for (let row = 0; row < size; row += 1) {
      this.#rows[row] = row;
      this.#sums[row] = 1;
    }
    return size;
  }

  #firstClause(segment: Segment, clause: PlannedClause): number {
    const { runs, words } = clause;
    if (words.length === 1) return this.#union(segment, runs[0] ?? []);

    const [rarest = [], ...others] = [...runs].sort((a, b) => sizeOf(a) - sizeOf(b));
    let candidates = this.#union(segment, rarest);
    for (const other of others) candidates = this.#keepWithWord(segment, other, candidates);
    let count = 0;
    matchPhrase(segment, words, this.#takeSorted(candidates), (row, score) => {
      this.#rows[count++] = row;
      this.#sums[row] = score + 1;
    });
    return count;
  }

  /** Copies the current rows, ascending, and forgets them. */
  #takeSorted(count: number): Uint32Array {
    const sorted = this.#rows.slice(0, count).sort();
    for (const row of sorted) this.#sums[row] = 0;
    return sorted;
  }

  #union(segment: Segment, runs: readonly Run[]): number {
    const { rows: postingRows, fields } = segment.postings;
    const rows = this.#rows;
    const sums = this.#sums;
    let count = 0;
    for (const { start, end, score } of runs) {
      for (let i = start; i < end; i += 1) {
        const row = postingRows[i] ?? 0;
        const sum = score * (heaviestOfFields[fields[i] ?? 0] ?? 0) + 1;
        const known = sums[row] ?? 0;
        if (known === 0) rows[count++] = row;
        if (known < sum) sums[row] = sum;
      }
    }
    return count;
  }

  /** Drops the rows in which the clause does not match and adds its score to the others. */
  #nextClause(segment: Segment, clause: PlannedClause, count: number): number {
    const { words, runs } = clause;
    const [wordRuns = []] = runs;
    if (words.length === 1) return this.#keepWithWord(segment, wordRuns, count);
    matchPhrase(segment, words, this.#rows.slice(0, count).sort(), (row, score) => {
      this.#clauseScores[row] = score;
    });
    return this.#keepScored(count);
  }

  #keepWithWord(segment: Segment, runs: readonly Run[], count: number): number {
    if (count * LOOKUP_COST < sizeOf(runs)) this.#lookUp(segment, runs, count);
    else this.#passOver(segment, runs);
    return this.#keepScored(count);
  }

  #lookUp(segment: Segment, runs: readonly Run[], count: number): void {
    const { rows: postingRows, fields } = segment.postings;
    for (let i = 0; i < count; i += 1) {
      const row = this.#rows[i] ?? 0;
      let best = 0;
      for (const { start, end, score } of runs) {
        const at = lowerBound(postingRows, row, start, end);
        if (at < end && postingRows[at] === row) {
          best = Math.max(best, score * (heaviestOfFields[fields[at] ?? 0] ?? 0));
        }
      }
      this.#clauseScores[row] = best;
    }
  }

  #passOver(segment: Segment, runs: readonly Run[]): void {
    const { rows: postingRows, fields } = segment.postings;
    const sums = this.#sums;
    const clauseScores = this.#clauseScores;
    for (const { start, end, score } of runs) {
      for (let i = start; i < end; i += 1) {
        const row = postingRows[i] ?? 0;
        if (sums[row] === 0) continue;
        const clauseScore = score * (heaviestOfFields[fields[i] ?? 0] ?? 0);
        if ((clauseScores[row] ?? 0) < clauseScore) clauseScores[row] = clauseScore;
      }
    }
  }

  #keepScored(count: number): number {
    const rows = this.#rows;
    const sums = this.#sums;
    const clauseScores = this.#clauseScores;
    let kept = 0;
    for (let i = 0; i < count; i += 1) {
      const row = rows[i] ?? 0;
      const score = clauseScores[row] ?? 0;
      if (score === 0) {
        sums[row] = 0;
      } else {
        sums[row] = (sums[row] ?? 0) + score;
        clauseScores[row] = 0;
        rows[kept++] = row;
      }
    }
    return kept;
  }
}
