import type { DealQuery, DealSearchPage } from '#ports/deal-search.ts';

/** Pages kept at most; one takes 5 to 10 KB. */
const KEPT_PAGES = 2_000;

type Ask = () => Promise<DealSearchPage>;

/**
 * Pages of searches asked for a moment ago. People ask for the same few things most of the time, and
 * between two changes of the catalogue the same question has the same answer.
 */
export class PageCache {
  readonly #pages = new Map<string, Promise<DealSearchPage>>();

  /** The page kept for this search, else the one that `ask` brings. A failure is not kept. */
  read(query: DealQuery, limit: number, cursor: string | null, ask: Ask): Promise<DealSearchPage> {
    const key = JSON.stringify([query, limit, cursor]);
    const kept = this.#pages.get(key);
    if (kept !== undefined) {
      // The first in the map is the one that was not asked for the longest.
      this.#pages.delete(key);
      this.#pages.set(key, kept);
      return kept;
    }
    const page = ask();
    this.#pages.set(key, page);
    page.catch(() => {
      if (this.#pages.get(key) === page) this.#pages.delete(key);
    });
    if (this.#pages.size > KEPT_PAGES) {
      const [oldest] = this.#pages.keys();
      if (oldest !== undefined) this.#pages.delete(oldest);
    }
    return page;
  }

  /** Forgets everything: deals have changed. */
  clear(): void {
    this.#pages.clear();
  }
}
