/** The capacity of the cache; with facets an entry takes some kilobytes. */
const LIMIT = 1_000;

/** A cache of what was computed since the last `forget`; evicts the oldest. */
export class RecentAnswers<Answer> {
  readonly #answers = new Map<string, Answer>();

  find(key: string): Answer | undefined {
    return this.#answers.get(key);
  }

  keep(key: string, answer: Answer): void {
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    if (this.#answers.size > LIMIT) {
      for (const oldest of this.#answers.keys()) {
        this.#answers.delete(oldest);
        break;
      }
    }
  }

  forget(): void {
    this.#answers.clear();
  }
}
