import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { mostFrequentFirst } from '../analysis/most-frequent-first.ts';
import type { Vocabulary } from '../analysis/types.ts';
import { TermDictionary } from '../index/term-dictionary.ts';
import { warningOf, type TablesServer } from './connection.ts';
import { countStatement } from './statements.ts';
import { allDeals, allWords, type Generation } from './tables.ts';
import { tokenOf } from './tokens.ts';

/** Words counted in one message; searchd accepts at most 32 statements unless configured otherwise. */
const COUNTED_AT_ONCE = 32;
/** Rounds of counting for one query; words that are not counted by then count as unknown. */
const MOST_ROUNDS = 24;
/** Words with a prefix whose frequencies decide which are the most frequent: the shortest ones. */
const MOST_COMPLETED = 128;
/** Words read at once. */
const PAGE_SIZE = 5_000;

const countSchema = z.array(z.object({ c: z.int() }));
const wordSchema = z.array(z.object({ id: z.int(), word: z.string(), added: z.int() }));

/**
 * The vocabulary of the deals in the tables. The words are held in memory, and how many live deals have one is
 * counted when a query needs it, because a table does not know which words a removed deal had.
 */
export class LiveWords {
  readonly #server: TablesServer;
  readonly generation: Generation;
  readonly #dictionary = new TermDictionary();
  readonly #counts = new Map<string, number>();
  #added = 0;
  #isComplete = true;

  constructor(server: TablesServer, generation: Generation) {
    this.#server = server;
    this.generation = generation;
  }

  /** False while words are missing, because a shard did not answer the last time. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Reads the words that came since the last time when all shards answered. */
  async refresh(): Promise<void> {
    this.#counts.clear();
    let isComplete = true;
    let last = 0;
    let newest = this.#added;
    for (;;) {
      const [rows, meta] = await this.#server.query([
        `SELECT id, word, added FROM ${allWords(this.generation)} WHERE added>${this.#added} AND id>${last} ORDER BY id ASC LIMIT ${PAGE_SIZE} OPTION max_matches=${PAGE_SIZE}`,
        'SHOW META',
      ]);
      isComplete &&= warningOf(meta) === null;
      const words = expectShape(wordSchema, rows);
      for (const { word, added } of words) {
        this.#dictionary.add(word);
        newest = Math.max(newest, added);
      }
      last = words.at(-1)?.id ?? last;
      if (words.length < PAGE_SIZE) break;
    }
    this.#isComplete = isComplete;
    if (isComplete) this.#added = newest;
  }

  /**
   * What a computation returns when it knows the frequency of each word that it asks for. It is repeated until
   * it asks for no other.
   */
  async resolve<Result>(compute: (vocabulary: Vocabulary) => Result): Promise<Result> {
    for (let round = 0; ; round += 1) {
      const missing = new Set<string>();
      const result = compute(this.#vocabulary(missing));
      if (missing.size === 0 || round === MOST_ROUNDS) return result;
      await this.#count([...missing]);
    }
  }

  async #count(words: readonly string[]): Promise<void> {
    for (let at = 0; at < words.length; at += COUNTED_AT_ONCE) {
      const some = words.slice(at, at + COUNTED_AT_ONCE);
      const results = await this.#server.query(
        some.map((word) => countStatement(allDeals(this.generation), tokenOf(word))),
      );
      for (const [index, word] of some.entries()) {
        this.#counts.set(word, expectShape(countSchema, results[index])[0]?.c ?? 0);
      }
    }
  }

  /** Words that are not counted yet are added to `missing`, and count as unknown. */
  #vocabulary(missing: Set<string>): Vocabulary {
    const dictionary = this.#dictionary;
    const countOf = (term: number): { readonly word: string; readonly count: number } => {
      const word = dictionary.textOf(term);
      const count = this.#counts.get(word);
      if (count === undefined) missing.add(word);
      return { word, count: count ?? 0 };
    };
    return {
      frequency: (text) =>
        dictionary.find(text).reduce((sum, term) => sum + countOf(term).count, 0),
      startingWith: (prefix, limit) =>
        [...dictionary.beginningWith(prefix)]
          .sort((one, other) => dictionary.textOf(one).length - dictionary.textOf(other).length)
          .slice(0, MOST_COMPLETED)
          .map(countOf)
          .filter(({ count }) => count > 0)
          .sort(mostFrequentFirst)
          .slice(0, limit)
          .map(({ word }) => word),
      near: (text, maxEdits, limit) =>
        Array.from(dictionary.near(text, maxEdits), ({ term, edits }) => ({
          ...countOf(term),
          edits,
        }))
          .filter(({ count }) => count > 0)
          .sort((one, other) => one.edits - other.edits || mostFrequentFirst(one, other))
          .slice(0, limit)
          .map(({ word, edits }) => ({ term: word, edits })),
    };
  }
}
