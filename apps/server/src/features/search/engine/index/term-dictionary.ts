import { markedStem } from '../analysis/stem.ts';
import { isStem, stemMark } from '../analysis/types.ts';
import { wordsWithin } from './edit-distance.ts';
import { ListNumbers } from './list-numbers.ts';
import { Ordinals } from './ordinals.ts';
import type { Postings } from './postings.ts';
import { afterPrefix, lowerBoundOfText, SortedWords } from './sorted-words.ts';
import { StemWords } from './stem-words.ts';
import { withRoom } from './with-room.ts';

/** The number of new words that are collected before they are merged into the others. */
const NEW_WORDS_LIMIT = 4_000;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const mergeSorted = (a: readonly string[], b: readonly string[]): string[] => {
  const merged: string[] = [];
  let next = 0;
  for (const word of a) {
    for (; next < b.length && (b[next] ?? '') < word; next += 1) merged.push(b[next] ?? '');
    merged.push(word);
  }
  for (; next < b.length; next += 1) merged.push(b[next] ?? '');
  return merged;
};

/**
 * Every term ever indexed except stems: by number, the words among them in order and by their
 * stems, and their frequencies.
 */
export class TermDictionary {
  readonly #terms: Ordinals;
  readonly #stems = new StemWords();
  /** The numbers of the lists of terms that deals are indexed under. */
  readonly lists = new ListNumbers((term, stem) => this.add(term, stem));
  #postings: Uint32Array = new Uint32Array(1_024);
  #sorted: SortedWords;
  #sortedTerms: Uint32Array;
  #newWords: string[] = [];
  /** The new words in order, if they have been asked for since the last one. */
  #sortedNewWords: SortedWords | null = null;

  constructor(terms: Iterable<string> = []) {
    this.#terms = new Ordinals(terms);
    for (const [term, text] of this.#terms.values.entries())
      this.#stems.add(term, markedStem(text));
    this.#sorted = new SortedWords(
      this.#terms.values.filter((term) => !term.startsWith(stemMark)).sort(byText),
    );
    this.#sortedTerms = this.#numbersOf(this.#sorted.words);
  }

  get terms(): readonly string[] {
    return this.#terms.values;
  }

  /** The numbers of a term: those of its words for a stem, else at most its own. */
  find(term: string): readonly number[] {
    if (isStem(term)) return this.#stems.wordsOf(term);
    const number = this.#terms.find(term);
    return number === undefined ? [] : [number];
  }

  textOf(term: number): string {
    return this.#terms.valueOf(term);
  }

  /** The number of a term, whose marked stem is computed unless it is known. */
  add(text: string, stem?: string | null): number {
    const size = this.#terms.size;
    const term = this.#terms.add(text);
    if (term < size) return term;
    this.#stems.add(term, stem === undefined ? markedStem(text) : stem);
    if (!text.startsWith(stemMark)) {
      this.#newWords.push(text);
      this.#sortedNewWords = null;
    }
    return term;
  }

  /** The number of rows with the term in all segments, deleted ones included. */
  postingsOf(term: number): number {
    return this.#postings[term] ?? 0;
  }

  /** Adds a segment's postings, or with `sign` -1 subtracts them. */
  count({ terms, starts }: Postings, sign: 1 | -1): void {
    this.#postings = withRoom(this.#postings, this.#terms.size);
    for (let at = 0; at < terms.length; at += 1) {
      const term = terms[at] ?? 0;
      const added = (starts[at + 1] ?? 0) - (starts[at] ?? 0);
      this.#postings[term] = (this.#postings[term] ?? 0) + sign * added;
    }
  }

  /** Words (no stems) with the prefix, in no order. */
  *beginningWith(prefix: string): Generator<number> {
    this.#sort();
    const { words } = this.#sorted;
    const end = lowerBoundOfText(words, afterPrefix(prefix));
    for (let at = lowerBoundOfText(words, prefix); at < end; at += 1) {
      yield this.#sortedTerms[at] ?? 0;
    }
    for (const word of this.#newWords) {
      if (word.startsWith(prefix)) yield this.#terms.add(word);
    }
  }

  /** Words (no stems) within a number of edits, in no order. */
  *near(text: string, maxEdits: number): Generator<{ term: number; edits: number }> {
    this.#sort();
    this.#sortedNewWords ??= new SortedWords(this.#newWords.toSorted(byText));
    for (const words of [this.#sorted, this.#sortedNewWords]) {
      for (const { word, edits } of wordsWithin(words, text, maxEdits)) {
        yield { term: this.#terms.add(word), edits };
      }
    }
  }

  #sort(): void {
    if (this.#newWords.length <= NEW_WORDS_LIMIT) return;
    this.#sorted = new SortedWords(mergeSorted(this.#sorted.words, this.#newWords.sort(byText)));
    this.#sortedTerms = this.#numbersOf(this.#sorted.words);
    this.#newWords = [];
    this.#sortedNewWords = null;
  }

  #numbersOf(words: readonly string[]): Uint32Array {
    const numbers = new Uint32Array(words.length);
    for (const [at, word] of words.entries()) numbers[at] = this.#terms.add(word);
    return numbers;
  }
}
