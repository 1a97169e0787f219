import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import {
  isLost,
  isNextInRange,
  readPages,
  readPosition,
  transactionsSince,
  type TransactionPosition,
  type TransactionRange,
} from '#platform/database/transaction-position.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Database } from '#schema/schema.ts';
import {
  passesFilters,
  Percolator,
  setFiltersOf,
  toDealQuery,
  understandQuery,
  type DealQuery,
  type Match,
  type SearchableDeal,
  type SetFilters,
} from '#features/search/api.ts';
import { readSearch } from './search-query.ts';

/** Rows read at once. */
const PAGE = 1_000;
/** Searches parsed without a pause for other work: about a millisecond. */
const PARSED_AT_ONCE = 20;

/** Searches that may be added before all are read again, however few these are. */
const FEWEST_ADDED = 1_000;

/** A search that at least one member has saved. */
export interface PercolatedSearch {
  /** As stored. */
  readonly text: string;
  /** Its words, without those that are understood as filters. */
  readonly words: string;
  readonly raw: boolean;
  /** Words that no deal may have. */
  readonly without: readonly string[];
  readonly filters: SetFilters;
}

/** Parses a stored search. Throws `CallError` if it is no longer valid. */
export const queryOfSaved = (text: string): DealQuery =>
  understandQuery(toDealQuery(readSearch(text).query));

const rowsSchema = z.array(z.object({ id: z.string(), xid: z.int(), query: z.string() }));
type Row = z.infer<typeof rowsSchema>[number];

const readPage = async (
  database: Database,
  range: TransactionRange,
  after: Row | null,
): Promise<readonly Row[]> => {
  const { rows } = await sql`
    SELECT id, added_xid::text::bigint AS xid, query
      FROM saved_search_additions JOIN saved_searches USING (id)
     WHERE ${isNextInRange({ xid: 'added_xid', id: 'id' }, range, after)}
     ORDER BY added_xid, id LIMIT ${PAGE}`.execute(database);
  return expectShape(rowsSchema, rows);
};

/**
 * All saved searches in memory, each text once, so that a changed deal costs no query for each of
 * them. Paused ones are among them, and deleted ones until a deal may match them or all are read again.
 */
export class PercolatedSearches {
  readonly #database: Database;
  #percolator = new Percolator<PercolatedSearch>();
  readonly #byText = new Map<string, PercolatedSearch>();
  #position: TransactionPosition | null = null;
  /** Searches that the first reading added, and all that were added since. */
  #readAtFirst = 0;
  #addedSince = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The units of words in memory. */
  get size(): number {
    return this.#percolator.size;
  }

  /**
   * Adds the searches that were saved since the last call; with the first call, all. Reads all again
   * once as many were added, because deleted searches and their words would stay in memory.
   */
  async refresh(): Promise<void> {
    const now = await readPosition(this.#database);
    if (this.#position !== null && isLost(this.#position, now)) this.#evictAll();
    const ranges = transactionsSince(this.#position?.snapshot ?? null, now.snapshot);
    const pages = readPages<Row>(ranges, PAGE, (...from) => readPage(this.#database, ...from));
    for await (const rows of pages) await this.#addAll(rows);
    if (this.#position === null) {
      this.#readAtFirst = this.#byText.size;
      this.#addedSince = 0;
    }
    this.#position = now;
    if (this.#addedSince <= Math.max(this.#readAtFirst, FEWEST_ADDED)) return;
    this.#evictAll();
    await this.refresh();
  }

  /** The searches whose filters a deal passes, and whose words it matches or may match. */
  *find(deal: SearchableDeal): Generator<readonly [PercolatedSearch, Match]> {
    for (const [searches, match] of this.#percolator.find(deal))
      for (const search of searches) {
        if (!passesFilters(search.filters, deal)) continue;
        // Only a search knows which words are excluded.
        yield [search, search.without.length > 0 ? 'possible' : match];
      }
  }

  /** Evicts a search that no member has any more. */
  evict(search: PercolatedSearch): void {
    this.#byText.delete(search.text);
    this.#percolator.remove(queryOfSaved(search.text), search);
  }

  #evictAll(): void {
    this.#percolator = new Percolator();
    this.#byText.clear();
    this.#position = null;
  }

  async #addAll(rows: readonly Row[]): Promise<void> {
    for (const [at, { query }] of rows.entries()) {
      if (at % PARSED_AT_ONCE === 0) await setImmediate();
      if (!this.#byText.has(query)) await this.#add(query);
    }
  }

  async #add(text: string): Promise<void> {
    try {
      const query = queryOfSaved(text);
      const { text: words, raw, without } = query;
      const search = { text, words, raw, without, filters: setFiltersOf(query) };
      this.#percolator.add(query, search);
      this.#byText.set(text, search);
      this.#addedSince += 1;
    } catch (error) {
      // A search that is no longer valid must not block the others.
      if (!(error instanceof CallError)) throw error;
      await this.#database
        .updateTable('saved_searches')
        .set({ paused: true })
        .where('query', '=', text)
        .execute();
    }
  }
}
