import type { DealQuery, DealSearchPage } from '../deal-search.ts';

/** The largest number of cached pages; one takes 5 to 10 KB. */
const CACHED_PAGES = 2_000;

type Ask = () => Promise<DealSearchPage>;

/**
 * A cache of recent searches. Most users ask for the same few things, and between two changes of
 * the deals the same query has the same result.
 */
export class PageCache {
  readonly #pages = new Map<string, Promise<DealSearchPage>>();

  /** The cached page of this search, else the one that `ask` returns. A failure is not cached. */
  read(query: DealQuery, limit: number, cursor: string | null, ask: Ask): Promise<DealSearchPage> {
    const key = JSON.stringify([query, limit, cursor]);
    const kept = this.#pages.get(key);
    if (kept !== undefined) {
      // The first in the map is the least recently used one.
      this.#pages.delete(key);
      this.#pages.set(key, kept);
      return kept;
    }
    const page = ask();
    this.#pages.set(key, page);
    page.catch(() => {
      if (this.#pages.get(key) === page) this.#pages.delete(key);
    });
    if (this.#pages.size > CACHED_PAGES) {
      const [oldest] = this.#pages.keys();
      if (oldest !== undefined) this.#pages.delete(oldest);
    }
    return page;
  }

  /** Evicts everything, because deals have changed. */
  clear(): void {
    this.#pages.clear();
  }
}
