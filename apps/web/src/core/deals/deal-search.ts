import { sortOrders, type SortOrder } from '@izgodno/contract/deals/vocabulary';
import { parseDealSearch, type DealSearch } from '@izgodno/contract/search/deal-search';
import { findDealList } from '@izgodno/contract/search/list-paths';

/** The search of a page's URL; without filters on a page that is no list of deals. */
export const searchAt = (path: string, raw: Readonly<Record<string, unknown>>): DealSearch => {
  const list = findDealList(path);
  if (list !== undefined) return parseDealSearch({ ...raw, [list.filter]: list.value });
  return path === '/deals' ? parseDealSearch(raw) : {};
};

/** The default order: relevance for a search with terms, else newest. */
export const defaultSort = (search: DealSearch): SortOrder =>
  search.q === undefined ? 'newest' : 'relevance';

/** Relevance needs search terms. */
export const sortsFor = (search: DealSearch): readonly SortOrder[] =>
  search.q === undefined ? sortOrders.filter((order) => order !== 'relevance') : sortOrders;
