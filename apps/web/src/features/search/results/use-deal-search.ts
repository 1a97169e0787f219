import { useMemo } from 'react';
import { navigate, useLocation } from '#core/router/location.ts';
import { readQuery } from '#core/router/params.ts';
import { parseDealSearch, type DealSearch } from '#core/deals/deal-search.ts';
import { dealsHref } from '#core/deals/paths.ts';

/** The search in the URL; on other pages a list without filters. */
export const useDealSearch = (): DealSearch => {
  const { path, query } = useLocation();
  return useMemo(() => (path === '/deals' ? parseDealSearch(readQuery(query)) : {}), [path, query]);
};

/** Navigates to the deals list with another search; Back undoes each step. */
export const goToDeals = (search: DealSearch): void => navigate(dealsHref(search));
