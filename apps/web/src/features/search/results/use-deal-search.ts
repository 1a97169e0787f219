import { useMemo } from 'react';
import { type DealSearch, type View, views } from '@izgodno/contract/search/deal-search';
import { navigate, useLocation } from '#core/router/location.ts';
import { readQuery } from '#core/router/params.ts';
import { searchAt } from '#core/deals/deal-search.ts';
import { dealsHref } from '#core/deals/paths.ts';
import { sharedStorage } from '#shared/storage.ts';

/** The search in the URL; on other pages a list without filters. */
export const useDealSearch = (): DealSearch => {
  const { path, query } = useLocation();
  return useMemo(() => searchAt(path, readQuery(query)), [path, query]);
};

/** Navigates to the deals list with another search; Back undoes each step. */
export const goToDeals = (search: DealSearch): void => navigate(dealsHref(search));

const VIEW_KEY = 'deals-view';

/** Returns the view last chosen, for URLs without one. */
export const readView = (): View => {
  const stored = sharedStorage.getItem(VIEW_KEY);
  return views.find((view) => view === stored) ?? 'grid';
};

export const rememberView = (view: View): void => sharedStorage.setItem(VIEW_KEY, view);
