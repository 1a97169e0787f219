import { knownWords } from '../analysis/known-words.ts';
import { isStem } from '../analysis/types.ts';
import { withRoom } from './with-room.ts';

/** Lists are of a word, its country and its concept, or of a number's spellings; most have one term. */
export const MOST_TERMS = 8;

/** Says that a list has one number, which is in the low bits. */
const ONE = 0x8000_0000;

/** The numbers that a dictionary gives to the terms of lists, without stems: see `StemWords`. */
export class ListNumbers {
  readonly #add: (term: string) => number;
  #generation = knownWords.generation;
  /** By list, its only number with `ONE`, or where its numbers follow their count; 0 if unknown. */
  #positions: Uint32Array = new Uint32Array(1_024);
  #numbers: Uint32Array = new Uint32Array(1_024);
  #used = 1;

  /** `add` gives a term its number. */
  constructor(add: (term: string) => number) {
    this.#add = add;
  }

  /**
   * Writes a pair for each number of a list, with a position, into `pairs` from `at` on, and returns the
   * end of them. The pairs need room for `MOST_TERMS`.
   */
  write(list: number, occurrence: number, pairs: Uint32Array, at: number): number {
    const only = this.#positionOf(list);
    if (only >= ONE) {
      pairs[at] = only - ONE;
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
    const stored = knownWords.termsOf(list).filter((term) => !isStem(term));
    const numbers = stored.map((term) => this.#add(term));
    const position = numbers.length === 1 ? ONE + (numbers[0] ?? 0) : this.#store(numbers);
    this.#positions = withRoom(this.#positions, list + 1);
    this.#positions[list] = position;
    return position;
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
