import type { Currency } from '@izgodno/contract/common/money';
import type { Understood } from '@izgodno/contract/search/understood';
import type { DealQuery, DealSearch, DealSearchPage } from '../deal-search.ts';
import { effectiveSort, isOfOrder, readCursor } from '../engine/ordering.ts';
import { presentUnderstood } from './present.ts';
import { queryOf, readQuery, type Reading } from './reading.ts';
import { relaxations, type Relaxed } from './relaxations.ts';
import { askExactly, type Ask } from './ask-exactly.ts';

/** A page with what was made of the query's text; null if it was searched as it is. */
export interface UnderstoodPage extends DealSearchPage {
  readonly understood: Understood | null;
}

export interface UnderstandingSearch extends DealSearch {
  search(
    query: DealQuery,
    limit: number,
    cursor: string | null,
    currency?: Currency,
  ): Promise<UnderstoodPage>;
  /** The page of `search` if nothing has to be relaxed for it, else an empty one. */
  searchExactly(query: DealQuery, limit: number): Promise<DealSearchPage>;
}

/**
 * Searches that read prices, places, conditions and orders from the words. If no deal meets all
 * that was understood, the first looser reading with deals is the answer, and says what it left out.
 */
export const withUnderstanding = (search: DealSearch): UnderstandingSearch => {
  const asking =
    (limit: number, cursor: string | null, isSorted: boolean): Ask =>
    (reading) => {
      const asked = queryOf(reading, isSorted);
      // A cursor of another order is one of another reading: of this one, only the total decides.
      return search.search(asked, limit, isOfOrder(effectiveSort(asked), cursor) ? cursor : null);
    };
  return {
    suggest: (text, limit) => search.suggest(text, limit),
    async searchExactly(query, limit) {
      const { page } = await askExactly(asking(limit, null, false), readQuery(query, 'EUR'));
      return page;
    },
    async search(query, limit, cursor, currency = 'EUR') {
      if (query.raw || query.text.trim() === '') {
        return { ...(await search.search(query, limit, cursor)), understood: null };
      }
      const isSorted = query.sort !== 'relevance';
      const ask = asking(limit, cursor, isSorted);
      const understood = (reading: Reading, found: DealSearchPage, relaxed: readonly Relaxed[]) => {
        readCursor(effectiveSort(queryOf(reading, isSorted)), cursor);
        // A chosen filter excludes the deals for which words were corrected or left out.
        const page = found.total === 0 ? { ...found, correctedQuery: null } : found;
        return { ...page, understood: presentUnderstood(reading, page, relaxed) };
      };
      const { reading, page } = await askExactly(ask, readQuery(query, currency));
      if (page.total > 0) return understood(reading, page, []);
      for (const { meaning, relaxed } of relaxations(reading.meaning)) {
        const looser = { ...reading, meaning };
        const found = await ask(looser);
        if (found.total > 0) return understood(looser, found, relaxed);
      }
      return understood(reading, page, []);
    },
  };
};
