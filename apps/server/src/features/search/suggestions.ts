import { SUGGESTED_DEALS, SUGGESTION_LIMIT, type Suggestion } from '@izgodno/contract/search/calls';
import { categories } from '@izgodno/contract/deals/vocabulary';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { DealLookup } from '#features/deals/api.ts';
import { everyDeal, type DealQuery, type DealSearchPage } from './deal-search.ts';
import { understandQuery } from './understanding/reading.ts';
import type { UnderstandingSearch } from './understanding/understanding-search.ts';

export interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  readonly deals: readonly Deal[];
}

/** More than are shown, because some lead to nothing. */
const CANDIDATES = 12;

/** Of more words the last ones are completed: each candidate is a search by all of them. */
const MOST_WORDS = 6;

/** The end of a text. What separates words for the search does so here. */
const lastWords = (text: string): string =>
  text.slice([...text.matchAll(/(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}]/gu)].at(-MOST_WORDS)?.index);

/** Products first, then brands and locations; words of deals last. */
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

type Hits = DealSearchPage['hits'];

interface Counted {
  readonly suggestion: Suggestion;
  readonly query: DealQuery;
  /** Empty if they have not been asked for. */
  readonly hits: Hits;
}

/** Suggests searches, each with the total of the deals it finds, and the first deals of the best one. */
export const createSuggestions = (
  search: UnderstandingSearch,
  dealLookup: Pick<DealLookup, 'read'>,
): ((text: string) => Promise<Suggestions>) => {
  const firstHits = async ({ query, hits }: Counted): Promise<Hits> =>
    hits.length > 0 ? hits : (await search.searchExactly(query, SUGGESTED_DEALS)).hits;
  const firstDeals = async (counted: Counted): Promise<readonly Deal[]> =>
    dealLookup.read((await firstHits(counted)).map(({ id }) => Number(id)));

  /** A word in descriptions alone, such as "delivery", is nothing to search for. */
  const isInTitles = async (counted: Counted): Promise<boolean> =>
    counted.suggestion.kind !== 'query' ||
    (await firstDeals(counted)).some(({ title }) =>
      title.toLowerCase().includes(lastWord(understandQuery(counted.query).text)),
    );

  /** To find the first hits costs more than to count, so only what is likely to need them has them. */
  const count = async (suggestion: Suggestion, isFirst: boolean): Promise<Counted | null> => {
    const query = queryOf(suggestion);
    const limit = isFirst || suggestion.kind === 'query' ? SUGGESTED_DEALS : 0;
    const page = await search.searchExactly(query, limit);
    if (!isExact(page)) return null;
    const counted = { suggestion: { ...suggestion, count: page.total }, query, hits: page.hits };
    return (await isInTitles(counted)) ? counted : null;
  };

  /** „Велико Търново“ and "Veliko Tarnovo" find the same deals: one is enough. */
  const isSame = async (one: Counted, other: Counted): Promise<boolean> => {
    if (one.suggestion.kind !== other.suggestion.kind) return false;
    if (one.suggestion.count !== other.suggestion.count) return false;
    const [first, otherFirst] = await Promise.all([firstHits(one), firstHits(other)]);
    return first[0]?.id === otherFirst[0]?.id;
  };

  const withoutSame = async (counted: readonly Counted[]): Promise<readonly Counted[]> => {
    const distinct: Counted[] = [];
    for (const each of counted) {
      const same = await Promise.all(distinct.map((other) => isSame(other, each)));
      if (!same.includes(true)) distinct.push(each);
    }
    return distinct;
  };

  return async (typed) => {
    const text = lastWords(typed);
    if (text.trim() === '') return { suggestions: [], deals: [] };
    const candidates = (await search.suggest(text, CANDIDATES)).toSorted(
      (a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind),
    );
    let counted: readonly Counted[] = [];
    // The last ones are counted only if some of the first lead to nothing or to the same deals.
    for (const start of [0, SUGGESTION_LIMIT]) {
      if (counted.length >= SUGGESTION_LIMIT) break;
      const next = candidates
        .slice(start, start + SUGGESTION_LIMIT)
        .map((candidate) => count(candidate, candidate === candidates[0]));
      const found = (await Promise.all(next)).filter((each) => each !== null);
      counted = (await withoutSame([...counted, ...found])).slice(0, SUGGESTION_LIMIT);
    }
    const best = counted[0];
    return {
      // A suggestion that equals the typed text is left out; its deals are still shown.
      suggestions: counted.flatMap(({ suggestion }) =>
        suggestion.kind === 'query' && suggestion.text === text.trim() ? [] : [suggestion],
      ),
      deals: best === undefined ? [] : await firstDeals(best),
    };
  };
};
