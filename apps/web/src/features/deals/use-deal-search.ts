import { useMemo } from 'react';
import { navigate, useLocation } from '#core/router/location.ts';
import { readQuery } from '#core/router/query-text.ts';
import { parseDealSearch, type DealSearch } from './model/deal-search.ts';
import { dealsHref } from './paths.ts';

/** What the address says about the deals list; on other pages a list without filters. */
export const useDealSearch = (): DealSearch => {
  const { path, query } = useLocation();
  return useMemo(() => (path === '/deals' ? parseDealSearch(readQuery(query)) : {}), [path, query]);
};

/** Goes to the deals list with another search; each step can be taken back with Back. */
export const goToDeals = (search: DealSearch): void => navigate(dealsHref(search));
