import type { CompiledAlternative, CompiledClause, CompiledWord } from './compiled-query.ts';
import { PhraseCache, type CachedRows } from './phrase-cache.ts';
import { MatchList, mergeMatches, type MatchedRows } from './match-list.ts';
import { matchPhrase } from './phrase-matcher.ts';
import { countPostings, END_OF_ROWS, readPostings, type Postings } from './postings.ts';
import { oneIfZero } from './row-block.ts';
import { RowScores, scoresOfCodes } from './row-scores.ts';
import type { Segment } from './segment.ts';

/** The part of a segment's postings for one variant of a word. */
interface Run {
  /** The segment's own number of the term. */
  readonly at: number;
  readonly size: number;
  readonly score: number;
}

interface PlannedClause {
  readonly words: CompiledClause;
  /** For each word, the runs of its variants. */
  readonly runs: readonly (readonly Run[])[];
  /** The rows with the phrase, if they are known. */
  readonly phrase: CachedRows | null;
  /** An upper bound of matching rows. */
  readonly size: number;
}

/** The shortest first, so that merged lists stay small as long as possible. */
const runsOf = (segment: Segment, word: CompiledWord): readonly Run[] =>
  word
    .flatMap(({ term, score }) => {
      const at = segment.findTerm(term);
      return at < 0 ? [] : [{ at, size: countPostings(segment.postings, at), score }];
    })
    .sort((a, b) => a.size - b.size);

/** The cost of looking up a row in a run, relative to reading one of the run's postings. */
const LOOKUP_COST = 3;

/**
 * All rows of a phrase are found, and cached, unless another clause of the query leaves fewer than
 * one in this many to look at.
 */
const WHOLE_PHRASE = 32;

const sizeOf = (runs: readonly Run[]): number => runs.reduce((sum, { size }) => sum + size, 0);

/** What determines the rows and scores of a phrase in a segment. */
const keyOf = (runs: PlannedClause['runs']): string =>
  JSON.stringify(runs.map((word) => word.map(({ at, score }) => [at, score])));

const bySize = (a: PlannedClause, b: PlannedClause): number => a.size - b.size;

const readRun = (postings: Postings, { at, size, score }: Run, into: MatchList): void => {
  into.reset(size);
  into.count = readPostings(postings, at, into.rows, into.scores, scoresOfCodes(score));
};

/** At 8 bytes, 16 MB. */
const CACHED_ROWS = 2_000_000;

/**
 * Evaluates the words of a query over one segment at a time by the rules of `analysis/score.ts`. It
 * reuses the memory of its results: each is valid until the next call. All lists ascend by row, so
 * that memory is accessed sequentially.
 */
export class Matcher {
  /** The rows of the current alternative. */
  #matches = new MatchList();
  #best = new MatchList();
  #merged = new MatchList();
  readonly #run = new MatchList();
  /** The scores of the current word. */
  readonly #wordScores = new RowScores();
  readonly #phrases = new PhraseCache(CACHED_ROWS);

  /** The rows that match, deleted ones included. */
  match(segment: Segment, alternatives: readonly CompiledAlternative[]): MatchedRows {
    const [first = [], ...others] = alternatives;
    this.#matchAlternative(segment, first);
    if (others.length === 0) return this.#matches;
    [this.#best, this.#matches] = [this.#matches, this.#best];
    for (const alternative of others) {
      this.#matchAlternative(segment, alternative);
      mergeMatches(this.#best, this.#matches, this.#merged);
      [this.#best, this.#merged] = [this.#merged, this.#best];
    }
    return this.#best;
  }

  #matchAlternative(segment: Segment, alternative: CompiledAlternative): void {
    const planned = alternative.map((words) => this.#plan(segment, words));
    const rarest = Math.min(...planned.map(({ size }) => size));
    const clauses = planned
      .map((clause) => {
        const isFound = clause.words.length === 1 || clause.phrase !== null;
        return isFound || clause.size > rarest * WHOLE_PHRASE
          ? clause
          : this.#findPhrase(segment, clause);
      })
      .sort(bySize);
    this.#matchClauses(segment, clauses);
    // Reading positions takes the longest, so it is left for the rows that have all words.
    for (const { words, phrase } of clauses) {
      if (words.length > 1 && phrase === null) this.#keepWithPhrase(segment, words);
    }
  }

  #plan(segment: Segment, words: CompiledClause): PlannedClause {
    const runs = words.map((word) => runsOf(segment, word));
    const phrase = words.length === 1 ? null : this.#phrases.find(segment, keyOf(runs));
    const size = phrase?.rows.length ?? Math.min(...runs.map(sizeOf));
    return { words, runs, phrase, size };
  }

  #findPhrase(segment: Segment, clause: PlannedClause): PlannedClause {
    this.#firstClause(segment, clause);
    this.#keepWithPhrase(segment, clause.words);
    const phrase = this.#phrases.keep(segment, keyOf(clause.runs), this.#matches);
    return { ...clause, phrase, size: phrase.rows.length };
  }

  /**
   * The rows with all words of all clauses, with the scores of words and of phrases that are known.
   */
  #matchClauses(segment: Segment, [first, ...others]: readonly PlannedClause[]): void {
    if (first === undefined) {
      this.#everyRow(segment.size);
      return;
    }
    this.#firstClause(segment, first);
    for (const clause of others) {
      if (clause.phrase === null) this.#keepWithWords(segment, clause);
      else this.#keepListed(clause.phrase);
    }
  }

  #everyRow(size: number): void {
    const matches = this.#matches;
    matches.reset(size);
    for (let row = 0; row < size; row += 1) {
      matches.rows[row] = row;
      matches.scores[row] = 0;
    }
    matches.count = size;
  }

  #firstClause(segment: Segment, { runs, words, phrase }: PlannedClause): void {
    if (phrase !== null) {
      this.#matches.copy(phrase);
      return;
    }
    const [rarest = [], ...others] = [...runs].sort((a, b) => sizeOf(a) - sizeOf(b));
    this.#union(segment, rarest);
    if (words.length === 1) return;
    this.#matches.scores.fill(0, 0, this.#matches.count);
    for (const other of others) this.#keepWithWord(segment, other, 0);
  }

  #union({ postings }: Segment, runs: readonly Run[]): void {
    this.#matches.reset(0);
    for (const [at, run] of runs.entries()) {
      if (at === 0) {
        readRun(postings, run, this.#matches);
        continue;
      }
      readRun(postings, run, this.#run);
      mergeMatches(this.#matches, this.#run, this.#merged);
      [this.#matches, this.#merged] = [this.#merged, this.#matches];
    }
  }

  /** Removes the rows without all words of the clause, and adds the score of one word to the others. */
  #keepWithWords(segment: Segment, { words, runs }: PlannedClause): void {
    for (const run of runs) this.#keepWithWord(segment, run, words.length === 1 ? 1 : 0);
  }

  /** Removes the rows that a phrase does not have, and adds its scores to the others. */
  #keepListed(phrase: CachedRows): void {
    const { rows, scores, count } = this.#matches;
    let remaining = 0;
    let listed = 0;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] ?? 0;
      while ((phrase.rows[listed] ?? END_OF_ROWS) < row) listed += 1;
      if (phrase.rows[listed] !== row) continue;
      rows[remaining] = row;
      scores[remaining] = (scores[at] ?? 0) + (phrase.scores[listed] ?? 0);
      remaining += 1;
    }
    this.#matches.count = remaining;
  }

  /** Removes the rows without the phrase, and adds its score to the others. */
  #keepWithPhrase(segment: Segment, words: CompiledClause): void {
    const { rows, scores, count } = this.#matches;
    if (count === 0) return;
    let at = 0;
    let remaining = 0;
    // The results overwrite what has been read.
    matchPhrase(segment, words, rows.subarray(0, count), (row, score) => {
      while ((rows[at] ?? row) < row) at += 1;
      rows[remaining] = row;
      scores[remaining] = (scores[at] ?? 0) + score;
      at += 1;
      remaining += 1;
    });
    this.#matches.count = remaining;
  }

  /** Removes the rows without the word, and adds `weight` times its score to the others. */
  #keepWithWord({ postings, size }: Segment, runs: readonly Run[], weight: 0 | 1): void {
    const { rows, scores, count } = this.#matches;
    if (count === 0) return;
    const wordScores = this.#wordScores;
    wordScores.begin(size);
    const candidates = rows.subarray(0, count);
    for (const run of runs) {
      if (run.size < count * LOOKUP_COST) wordScores.raiseAll(postings, run);
      else wordScores.raiseOf(candidates, postings, run);
    }
    let remaining = 0;
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] ?? 0;
      const score = wordScores.of(row);
      rows[remaining] = row;
      scores[remaining] = (scores[at] ?? 0) + score * weight;
      remaining += 1 - oneIfZero(score);
    }
    this.#matches.count = remaining;
  }
}
