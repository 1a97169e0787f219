import type { Understood } from '@izgodno/contract/search/understood';
import type { DealSearch } from '@izgodno/contract/search/deal-search';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dealsHref } from '#core/deals/paths.ts';
import { navigate } from '#core/router/location.ts';
import { dealsQuery } from '../calls.ts';
import { withoutReplacing, withUnderstood } from '../model/understood.ts';

const explicitSearch = (search: DealSearch, understood: Understood | undefined): DealSearch => {
  if (understood === undefined) return search;
  if (understood.replaced.length > 0) return withoutReplacing(search, understood);
  return understood.relaxed.length > 0 ? search : withUnderstood(search, understood);
};

/**
 * Writes the understood filters into the URL, so that it says what the list shows. Deals that are
 * only near keep the typed URL, because other deals may match it tomorrow. A filter from before the
 * words leaves the URL if they ask for something else in its place, and the deals are searched again.
 */
export const useExplicitUrl = (search: DealSearch, understood: Understood | undefined): void => {
  const queries = useQueryClient();
  const explicit = explicitSearch(search, understood);
  const href = dealsHref(explicit);
  const isSame = href === dealsHref(search);
  const isReplacing = (understood?.replaced.length ?? 0) > 0;
  useEffect(() => {
    if (isSame) return;
    // The same deals: the list need not load again.
    const pages = queries.getQueryData(dealsQuery(search).queryKey);
    if (!isReplacing) queries.setQueryData(dealsQuery(explicit).queryKey, pages);
    navigate(href, { replace: true, keepScroll: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the href says it all
  }, [isSame, href]);
};
