/** Before the first word of a stem. */
const NONE = -1;

/**
 * The words of each stem, by the dictionary's numbers. The index stores no postings for stems: a
 * deal has a stem where it has one of these words, and the postings would only repeat theirs.
 */
export class StemWords {
  /** The word of a stem that was added last. */
  readonly #last = new Map<string, number>();
  /** By word, the one of the same stem that was added before it. */
  readonly #previous: number[] = [];

  /** Adds a term with its marked stem, if it has one. The numbers of terms ascend by 1. */
  add(term: number, stem: string | null): void {
    this.#previous[term] = NONE;
    if (stem === null) return;
    this.#previous[term] = this.#last.get(stem) ?? NONE;
    this.#last.set(stem, term);
  }

  wordsOf(stem: string): readonly number[] {
    const words: number[] = [];
    let word = this.#last.get(stem) ?? NONE;
    while (word !== NONE) {
      words.push(word);
      word = this.#previous[word] ?? NONE;
    }
    return words;
  }
}
