import type { SearchServers } from '#config/search-url.ts';
import type { FollowingDealSearch } from './engine/deal-search.ts';
import type { SearchServersFinding } from './engine/sphinx/examine-servers.ts';
import type { TableDealSearchOptions } from './engine/sphinx/table-deal-search.ts';

export { brandSlug } from './brands/brand-of.ts';
export { classifyDeal } from './classification/classify-deal.ts';
export { categoriesOfTitle, categoryNamed, stepsOfPath } from './classification/kind-of.ts';
export { registerClassification } from './classification/classify-stored.ts';
export { toDealQuery, withDistrictTowns } from './deal-query.ts';
export { everyDeal, type DealQuery, type DealSearch } from './deal-search.ts';
export { textWords, type TextQuery, type TextWords } from './engine/analysis/text-words.ts';
export { IndexedDealSearch, type FollowingDealSearch } from './engine/deal-search.ts';
export { passesFilters, setFiltersOf, type SetFilters } from './engine/filter-deal.ts';
export { readLiveByIds } from './engine/replica/changes.ts';
export type { SearchableDeal } from './engine/searchable-deal.ts';
export { kinds } from './kinds/kinds.ts';
export { googleNumber, readGoogleCategory } from './kinds/google-taxonomy.ts';
export { Percolator, type Match } from './percolator.ts';
export { registerSearchLog } from './log/register-search-log.ts';
export { registerSearch, type DealResponses } from './register-search.ts';
export { leftOutOf, understandQuery } from './understanding/reading.ts';
export { warmUp } from './warm-up.ts';
export { withUnderstanding } from './understanding/understanding-search.ts';

/** Searches in the tables of `SEARCH_URL`, whose code is loaded only here. */
export const openSearchTables = async (
  options: TableDealSearchOptions,
): Promise<FollowingDealSearch> => {
  const { TableDealSearch } = await import('./engine/sphinx/table-deal-search.ts');
  return new TableDealSearch(options);
};

/** Asks every server that `SEARCH_URL` names, as a process of the product does. */
export const examineSearchServers = async (
  servers: SearchServers,
): Promise<SearchServersFinding> => {
  const tables = await import('./engine/sphinx/examine-servers.ts');
  return tables.examineSearchServers(servers);
};
