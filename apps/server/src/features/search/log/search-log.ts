import type { Logger } from 'pino';
import { dayOf, type Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { Pseudonyms } from '#features/visitors/api.ts';
import type { ShownSearch } from './search-id.ts';
import { storeSearches, type CountedQuery, type Refinement } from './store-searches.ts';

/** Milliseconds for which reports are collected. */
const BATCH_MS = 1_000;
/** Queries and refinements in a batch; further ones are dropped. */
const MAX_COUNTED = 2_000;
/** The visitors of a query in a batch; more prove nothing more. */
const MAX_VISITORS = 8;

export interface SearchLogOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly pseudonyms: Pseudonyms;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Who reports: only a digest of it with the query is stored, for a day at most. */
export interface Visitor {
  readonly ip: string;
  readonly userAgent: string;
}

type Counts = { -readonly [Name in keyof CountedQuery]: CountedQuery[Name] } & {
  readonly visitors: Set<string>;
};

/**
 * Counts searches and what was opened of them. Reports are collected in memory and stored together;
 * when there are too many, or the database is away, they are dropped, because no caller waits for them.
 */
export class SearchLog {
  readonly #options: SearchLogOptions;
  #queries = new Map<string, Counts>();
  #refinements = new Map<string, { -readonly [Name in keyof Refinement]: Refinement[Name] }>();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(options: SearchLogOptions) {
    this.#options = options;
  }

  /** A list of deals was shown, perhaps after another search of which none was opened. */
  async countShown(
    { query, outcome }: ShownSearch,
    refined: ShownSearch | null,
    { ip, userAgent }: Visitor,
  ): Promise<void> {
    const { pseudonyms } = this.#options;
    const visitor = await pseudonyms.visitorOfToday(ip, userAgent);
    const digest = await pseudonyms.digestOfToday('searches', query, visitor.toString('hex'));
    const counts = this.#countsOf(query);
    if (counts === null) return;
    counts.searches += 1;
    if (outcome === 'none') counts.withoutDeals += 1;
    if (outcome === 'near') counts.near += 1;
    if (outcome === 'corrected') counts.corrected += 1;
    if (counts.visitors.size < MAX_VISITORS) counts.visitors.add(digest.toString('hex'));
    if (refined !== null && refined.query !== query) this.#countRefinement(refined.query, query);
  }

  /** The deal at a place of the list was opened. */
  countOpened({ query }: ShownSearch, rank: number): void {
    const counts = this.#countsOf(query);
    if (counts === null) return;
    counts.opened += 1;
    counts.rankSum += rank;
  }

  /** Stores what was counted so far; resolves when it is stored or dropped. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { database, pseudonyms, clock, logger } = this.#options;
    const queries = [...this.#queries.values()];
    const refinements = [...this.#refinements.values()];
    this.#queries = new Map();
    this.#refinements = new Map();
    if (queries.length === 0) return this.#storing;
    const store = () =>
      storeSearches(
        { database, pseudonyms },
        { day: dayOf(clock.now()), queries, refinements },
      ).catch((error: unknown) =>
        logger.warn({ err: error, queries: queries.length }, 'searches could not be logged'),
      );
    this.#storing = this.#storing.then(store);
    return this.#storing;
  }

  #countsOf(query: string): Counts | null {
    const known = this.#queries.get(query);
    if (known !== undefined) return known;
    if (this.#queries.size >= MAX_COUNTED) return null;
    const counts: Counts = {
      query,
      searches: 0,
      withoutDeals: 0,
      near: 0,
      corrected: 0,
      opened: 0,
      rankSum: 0,
      visitors: new Set(),
    };
    this.#queries.set(query, counts);
    this.#timer ??= setTimeout(() => void this.flush(), BATCH_MS).unref();
    return counts;
  }

  #countRefinement(query: string, refined: string): void {
    const key = JSON.stringify([query, refined]);
    const known = this.#refinements.get(key);
    if (known !== undefined) known.searches += 1;
    else if (this.#refinements.size < MAX_COUNTED)
      this.#refinements.set(key, { query, refined, searches: 1 });
  }
}
