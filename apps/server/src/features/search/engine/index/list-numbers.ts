import { knownWords } from '../analysis/known-words.ts';
import { isStem } from '../analysis/types.ts';
import { withRoom } from './with-room.ts';

/** Lists are of a word, its country and its concept, or of a number's spellings; most have one term. */
export const MOST_TERMS = 8;

/** The numbers that a dictionary gives to the terms of lists, without stems: see `StemWords`. */
export class ListNumbers {
  readonly #add: (term: string, stem: string | null) => number;
  #generation = knownWords.generation;
  /**
   * By list, the complement of its only number, or where its numbers follow their count; 0 if unknown.
   * They are signed, because each greater number would be an object of its own.
   */
  #positions = new Int32Array(1_024);
  #numbers: Uint32Array = new Uint32Array(1_024);
  #used = 1;

  /** `add` gives a term with a marked stem, or without one, its number. */
  constructor(add: (term: string, stem: string | null) => number) {
    this.#add = add;
  }

  /**
   * Writes a pair for each number of a list, with a position, into `pairs` from `at` on, and returns the
   * end of them. The pairs need room for `MOST_TERMS`.
   */
  write(list: number, occurrence: number, pairs: Uint32Array, at: number): number {
    const only = this.#positionOf(list);
    if (only < 0) {
      pairs[at] = ~only;
      pairs[at + 1] = occurrence;
      return at + 2;
    }
    let end = at;
    const last = only + (this.#numbers[only] ?? 0);
    for (let next = only + 1; next <= last; next += 1) {
      pairs[end] = this.#numbers[next] ?? 0;
      pairs[end + 1] = occurrence;
      end += 2;
    }
    return end;
  }

  #positionOf(list: number): number {
    if (this.#generation !== knownWords.generation) this.#clear();
    const known = this.#positions[list] ?? 0;
    return known === 0 ? this.#fill(list) : known;
  }

  #clear(): void {
    this.#generation = knownWords.generation;
    this.#positions.fill(0);
    this.#used = 1;
  }

  #fill(list: number): number {
    const terms = knownWords.termsOf(list);
    // The stem of the first term; the others are countries and concepts, which have none.
    const stem = terms.find(isStem) ?? null;
    const numbers: number[] = [];
    for (const term of terms) {
      if (term !== stem) numbers.push(this.#add(term, numbers.length === 0 ? stem : null));
    }
    const position = numbers.length === 1 ? ~(numbers[0] ?? 0) : this.#store(numbers);
    if (list >= this.#positions.length) this.#makeRoom(list + 1);
    this.#positions[list] = position;
    return position;
  }

  #makeRoom(needed: number): void {
    const larger = new Int32Array(Math.max(needed, this.#positions.length * 2));
    larger.set(this.#positions);
    this.#positions = larger;
  }

  #store(numbers: readonly number[]): number {
    const start = this.#used;
    this.#used += numbers.length + 1;
    this.#numbers = withRoom(this.#numbers, this.#used);
    this.#numbers[start] = numbers.length;
    this.#numbers.set(numbers, start + 1);
    return start;
  }
}
