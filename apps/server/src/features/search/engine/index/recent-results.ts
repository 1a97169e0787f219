/** The capacity of the cache; with facets an entry takes some kilobytes. */
const LIMIT = 1_000;

/** A cache of what was computed since the last `clear`; evicts the oldest. */
export class RecentResults<Response> {
  readonly #responses = new Map<string, Response>();

  find(key: string): Response | undefined {
    return this.#responses.get(key);
  }

  keep(key: string, response: Response): void {
    this.#responses.delete(key);
    this.#responses.set(key, response);
    if (this.#responses.size > LIMIT) {
      for (const oldest of this.#responses.keys()) {
        this.#responses.delete(oldest);
        break;
      }
    }
  }

  clear(): void {
    this.#responses.clear();
  }
}
