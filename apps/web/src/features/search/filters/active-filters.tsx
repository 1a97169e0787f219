import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import type { DealSearch } from '@izgodno/contract/search/deal-search';
import { useLocation } from '#core/router/location.ts';
import { isAbsoluteWebUrl } from '#core/forms/absolute-web-url.ts';
import { dealsHref } from '#core/deals/paths.ts';
import { Link } from '#core/router/link.tsx';
import { useLanguage } from '#core/language/language.ts';
import { ChipRow, type ControlProps } from '../list-head/chip-row.tsx';
import { dealsQuery } from '../calls.ts';
import { useSearchReports } from '../log/use-search-reports.ts';
import { UnderstoodNotice } from '../list-head/understood-notice.tsx';
import { useExplicitUrl } from '../results/use-explicit-url.ts';
import { goToDeals } from '../results/use-deal-search.ts';

/** Opens the URL that the page was opened to search for, as the search field does. */
const useOpenedUrl = (): void => {
  const { query } = useLocation();
  // Of the search itself, only the first letters are left.
  const q = new URLSearchParams(query).get('q') ?? '';
  useEffect(() => {
    if (!isAbsoluteWebUrl(q)) return;
    import('../box/submitted-text.ts')
      .then(({ openUrl }) => openUrl(q, () => undefined, { replace: true }))
      // Its words are searched.
      .catch(() => undefined);
  }, [q]);
};

const SearchButton = ({ search, ...attributes }: ControlProps) => (
  <button type="button" onClick={() => goToDeals(search)} {...attributes} />
);

const SearchLink = ({ search, ...attributes }: ControlProps) => (
  <Link href={dealsHref(search)} {...attributes} />
);

export interface ActiveFiltersProps {
  readonly search: DealSearch;
  /** Shown with deals that are only near. */
  readonly savingAtOnce: ReactNode;
  /** Further actions for a filtered list; false if there are none. */
  readonly children: ReactNode;
}

/** The active and understood filters as chips, to be removed one by one or all at once. */
export const ActiveFilters = ({ search, savingAtOnce, children }: ActiveFiltersProps) => {
  const language = useLanguage();
  useOpenedUrl();
  const { data, isPlaceholderData } = useInfiniteQuery(dealsQuery(search));
  const page = data?.pages[0];
  useSearchReports(isPlaceholderData ? undefined : data?.pages);
  const understood = isPlaceholderData ? undefined : page?.understood;
  useExplicitUrl(search, understood);
  return (
    <>
      <ChipRow {...{ language, search, page, understood }} Control={SearchButton}>
        {children}
      </ChipRow>
      {understood && (
        <UnderstoodNotice {...{ language, search, page, understood }} Control={SearchLink}>
          {savingAtOnce}
        </UnderstoodNotice>
      )}
    </>
  );
};
