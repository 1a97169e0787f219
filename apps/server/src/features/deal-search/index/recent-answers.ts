/** So many answers are kept: with facets some kilobytes each. */
const LIMIT = 1_000;

/** What was computed since the last `forget`; the oldest goes first. */
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
