import { SUGGESTED_DEALS, SUGGESTION_LIMIT, type Suggestion } from '@izgodno/contract/search/calls';
import { categories } from '@izgodno/contract/deals/vocabulary';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { DealLookup } from '#features/deals/api.ts';
import { everyDeal, type DealQuery, type DealSearchPage } from './deal-search.ts';
import { understandQuery, type UnderstandingSearch } from './understanding/relax.ts';

export interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  readonly deals: readonly Deal[];
}

/** More than are shown, because some lead to nothing. */
const CANDIDATES = 12;

/** Products first, then brands and places; words of deals last. */
const kindOrder: readonly Suggestion['kind'][] = [
  'product',
  'brand',
  'location',
  'category',
  'query',
];

const brief: DealQuery = { ...everyDeal, brief: true };

const searchFor = (text: string): DealQuery => ({ ...brief, text, sort: 'relevance' });

/** The search that choosing a suggestion makes, without its facets. */
const queryOf = ({ text, kind }: Suggestion): DealQuery => {
  const category = categories.find((known) => kind === 'category' && known === text);
  return category === undefined ? searchFor(text) : { ...brief, category: [category] };
};

/** Whether the search finds what it says, and not something near. */
const isExact = ({ total, dropped, correctedQuery }: DealSearchPage): boolean =>
  total > 0 && correctedQuery === null && dropped.length === 0;

const lastWord = (text: string): string =>
  text
    .split(/[\s,]+/u)
    .at(-1)
    ?.toLowerCase() ?? '';

interface Counted {
  readonly suggestion: Suggestion;
  readonly page: DealSearchPage;
}

/** „Велико Търново“ and "Veliko Tarnovo" find the same deals: one is enough. */
const isSame = (one: Counted, other: Counted): boolean =>
  one.suggestion.kind === other.suggestion.kind &&
  one.page.total === other.page.total &&
  one.page.hits[0]?.id === other.page.hits[0]?.id;

/** Suggests searches, each with the total of the deals it finds, and the first deals of the best one. */
export const createSuggestions = (
  search: UnderstandingSearch,
  dealLookup: Pick<DealLookup, 'read'>,
): ((text: string) => Promise<Suggestions>) => {
  const ask = (query: DealQuery): Promise<DealSearchPage> =>
    search.searchExactly(query, SUGGESTED_DEALS);
  const firstDeals = (page: DealSearchPage): Promise<readonly Deal[]> =>
    dealLookup.read(page.hits.slice(0, SUGGESTED_DEALS).map(({ id }) => Number(id)));

  /** A word in descriptions alone, such as "delivery", is nothing to search for. */
  const isInTitles = async ({ suggestion, page }: Counted): Promise<boolean> =>
    suggestion.kind !== 'query' ||
    (await firstDeals(page)).some(({ title }) =>
      title.toLowerCase().includes(lastWord(understandQuery(searchFor(suggestion.text)).text)),
    );

  const count = async (suggestion: Suggestion): Promise<Counted | null> => {
    const page = await ask(queryOf(suggestion));
    if (!isExact(page)) return null;
    const counted = { suggestion: { ...suggestion, count: page.total }, page };
    return (await isInTitles(counted)) ? counted : null;
  };

  return async (text) => {
    if (text.trim() === '') return { suggestions: [], deals: [] };
    const candidates = (await search.suggest(text, CANDIDATES)).toSorted(
      (a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind),
    );
    let counted: readonly Counted[] = [];
    // The last ones are counted only if some of the first lead to nothing or to the same deals.
    for (const start of [0, SUGGESTION_LIMIT]) {
      if (counted.length >= SUGGESTION_LIMIT) break;
      const next = candidates.slice(start, start + SUGGESTION_LIMIT).map(count);
      counted = [...counted, ...(await Promise.all(next)).filter((found) => found !== null)]
        .filter((found, at, all) => all.findIndex((other) => isSame(other, found)) === at)
        .slice(0, SUGGESTION_LIMIT);
    }
    const best = counted[0];
    return {
      // A suggestion that equals the typed text is left out; its deals are still shown.
      suggestions: counted.flatMap(({ suggestion }) =>
        suggestion.kind === 'query' && suggestion.text === text.trim() ? [] : [suggestion],
      ),
      deals: best === undefined ? [] : await firstDeals(best.page),
    };
  };
};
