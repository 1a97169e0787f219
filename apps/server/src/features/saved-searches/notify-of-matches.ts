import { setImmediate } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { DAY_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import type { Clock } from '#platform/clock.ts';
import { oneAhead } from '#platform/one-ahead.ts';
import { readUnreadChanges } from '#features/deals/api.ts';
import type { Database } from '#schema/schema.ts';
import type { SavedSearchesTable } from '#schema/saved-searches.ts';
import type { TransactionRange } from '#platform/database/transaction-position.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import {
  everyDeal,
  readLiveByIds,
  type DealSearch,
  type Match,
  type SearchableDeal,
} from '#features/search/api.ts';
import {
  isNewOrCheaper,
  hasComeInto,
  readChangedDeals,
  type ChangedDeal,
} from './changed-deals.ts';
import { findAmong, SearchIncompleteError } from './find-among.ts';
import type { PercolatedSearch, PercolatedSearches } from './percolated-searches.ts';
import { storeMatches, type FoundMatches, type StoreOptions } from './store-matches.ts';

/** Texts of searches whose rows are read at once. */
const SEARCHES = 500;
/** How much the clocks of nodes may differ. */
const CLOCK_DIFFERENCE_MS = 10 * MINUTE_MS;
/** A match is notified once in this time. */
const MATCHES_STORED_MS = DAY_MS;
const READER = 'saved-searches';

type SavedSearchRow = Selectable<SavedSearchesTable>;

export interface MatchOptions extends Omit<StoreOptions, 'now'> {
  readonly database: Database;
  readonly clock: Clock;
  readonly search: DealSearch;
}

/** A run; its time counts for all that it finds. */
interface Run extends MatchOptions, StoreOptions {
  readonly searches: PercolatedSearches;
  /** Deals and prices count if they are newer: stored matches show which are known. */
  readonly since: number;
}

/** A changed deal that passes the filters of a search. */
interface Candidate {
  readonly deal: ChangedDeal;
  readonly live: SearchableDeal;
  readonly match: Match;
}

type Candidates = ReadonlyMap<PercolatedSearch, readonly Candidate[]>;

/** The candidates for each search. */
const findCandidates = async (
  { database, searches, since }: Run,
  changed: readonly ChangedDeal[],
): Promise<Candidates> => {
  const found = new Map<PercolatedSearch, Candidate[]>();
  const fresh = changed.filter((deal) => isNewOrCheaper(deal, since));
  if (fresh.length === 0) return found;
  const ids = fresh.map(({ id }) => id);
  const liveById = new Map((await readLiveByIds(database, ids)).map((live) => [live.id, live]));
  for (const deal of fresh) {
    // Lets the page before, which waits for answers meanwhile, go on after each.
    await setImmediate();
    const live = liveById.get(deal.id);
    if (live === undefined) continue;
    for (const [search, match] of searches.find(live)) {
      if (!hasComeInto(search.filters, deal, since)) continue;
      const candidates = found.get(search);
      if (candidates === undefined) found.set(search, [{ deal, live, match }]);
      else candidates.push({ deal, live, match });
    }
  }
  return found;
};

/** Returns the ids of the deals that match the words of a search, of those that may match. */
type AskWords = (search: PercolatedSearch) => Promise<ReadonlySet<number>>;

const keyOfWords = ({ words, raw, without }: PercolatedSearch): string =>
  JSON.stringify([raw, words, without]);

/**
 * Asks the index once for all searches with the same words: these are read alike whatever the filters
 * are, and candidates pass the filters.
 */
const askOnceForWords = (
  search: DealSearch,
  found: readonly (readonly [PercolatedSearch, readonly Candidate[]])[],
): AskWords => {
  const possible = new Map<string, Map<number, SearchableDeal>>();
  for (const [asked, candidates] of found) {
    for (const { live, match } of candidates) {
      if (match === 'certain') continue;
      const key = keyOfWords(asked);
      const deals = possible.get(key) ?? new Map<number, SearchableDeal>();
      possible.set(key, deals.set(live.id, live));
    }
  }
  const matches = new Map<string, Promise<ReadonlySet<number>>>();
  const ask = async (key: string, { words, raw, without }: PercolatedSearch) => {
    const deals = possible.get(key)?.values() ?? [];
    const query = { ...everyDeal, text: words, raw, without, brief: true };
    return new Set(await findAmong(search, query, [...deals]));
  };
  return (asked) => {
    const key = keyOfWords(asked);
    const matching = matches.get(key) ?? ask(key, asked);
    matches.set(key, matching);
    return matching;
  };
};

/** The matches of a search among its candidates, for each member who saved it. */
const matchOne = async (
  run: Run,
  ask: AskWords,
  [search, candidates]: readonly [PercolatedSearch, readonly Candidate[]],
  saved: readonly SavedSearchRow[],
): Promise<readonly FoundMatches[]> => {
  const isPossible = candidates.some(({ match }) => match === 'possible');
  const asked = isPossible ? await ask(search) : new Set();
  const matching = candidates.filter(
    ({ deal, match }) => match === 'certain' || asked.has(deal.id),
  );
  return saved.flatMap((row) => {
    const since = Math.max(run.since, row.checked_at.getTime());
    const dealIds = matching
      .filter(({ deal }) => hasComeInto(search.filters, deal, since))
      .map(({ deal }) => deal.id);
    return dealIds.length === 0 ? [] : { savedSearchId: row.id, dealIds };
  });
};

/** The rows of searches by their texts. */
const readRows = async (database: Database, texts: readonly string[]) =>
  Map.groupBy(
    await database
      .selectFrom('saved_searches')
      .selectAll()
      .where(isOneOf('query', texts, 'text'))
      .execute(),
    ({ query }) => query,
  );

/** The candidates among the changes of transactions, a page at a time. */
async function* findPages(
  run: Run,
  ranges: readonly TransactionRange[],
): AsyncGenerator<Candidates> {
  for await (const changed of readChangedDeals(run.database, ranges))
    yield findCandidates(run, changed);
}

/** False if some search does not know all deals yet. */
const matchPage = async (run: Run, candidates: Candidates): Promise<boolean> => {
  let isDone = true;
  const found = [...candidates];
  const ask = askOnceForWords(run.search, found);
  for (let from = 0; from < found.length; from += SEARCHES) {
    const some = found.slice(from, from + SEARCHES);
    const rows = await readRows(
      run.database,
      some.map(([{ text }]) => text),
    );
    const matches: (readonly FoundMatches[])[] = [];
    for (const one of some) {
      const [search] = one;
      const saved = rows.get(search.text) ?? [];
      if (saved.length === 0) run.searches.evict(search);
      const active = saved.filter(({ paused }) => !paused);
      if (active.length === 0) continue;
      try {
        matches.push(await matchOne(run, ask, one, active));
      } catch (error) {
        if (!(error instanceof SearchIncompleteError)) throw error;
        isDone = false;
      }
    }
    await storeMatches(run, matches.flat());
  }
  return isDone;
};

/**
 * Finds new matches of saved searches (new deals, or deals whose price fell) and notifies their
 * users of each deal once. All changes are matched before any of them counts as read.
 */
export const notifyOfMatches = async (
  options: MatchOptions,
  searches: PercolatedSearches,
): Promise<void> => {
  const { database, clock } = options;
  const now = new Date(clock.now());
  const stored = now.getTime() - MATCHES_STORED_MS;
  await readUnreadChanges(database, READER, async ({ ranges, since }) => {
    await searches.refresh();
    const known = Math.min(stored + CLOCK_DIFFERENCE_MS, since?.getTime() ?? Infinity);
    const run = { ...options, now, searches, since: known };
    let isDone = true;
    // Finding takes the processor, and matching waits for the index and the database.
    for await (const candidates of oneAhead(findPages(run, ranges)))
      isDone = (await matchPage(run, candidates)) && isDone;
    return isDone;
  });
  await database
    .deleteFrom('saved_search_matches')
    .where('matched_at', '<', new Date(stored))
    .execute();
};
