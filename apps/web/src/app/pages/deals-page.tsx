import { useEffect } from 'react';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { DealsPage as DealList } from '#features/search/results/deals-page.tsx';
import { findDealList } from '@izgodno/contract/search/list-paths';
import { searchAt } from '#core/deals/deal-search.ts';
import { usePath } from '#core/router/location.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { after } from '#shared/browser-events.ts';

const SaveSearch = lazyComponent(
  ['deals', 'saved-searches'],
  async () => (await import('#features/saved-searches/components/save-search.tsx')).SaveSearch,
);

const SaveAtOnce = lazyComponent(
  ['deals', 'saved-searches'],
  async () =>
    (await import('#features/saved-searches/components/save-at-once-button.tsx')).SaveAtOnceButton,
);

/**
 * Delay after which the page counts as loaded, in milliseconds. The code for saving searches then
 * loads, so that the first filter does not wait for it.
 */
const SETTLED_MS = 300;

/** False for a path such as `/c/nothing`. */
const hasList = (path: string): boolean => {
  const list = findDealList(path);
  return list === undefined || searchAt(path, {})[list.filter] !== undefined;
};

/** The list of deals, with buttons to save its search. */
export const DealsPage = () => {
  const path = usePath();
  useEffect(
    // A failure is shown when the component is shown.
    () => after(SETTLED_MS, () => void SaveSearch.preload().catch(() => undefined)),
    [],
  );
  if (!hasList(path)) return <NotFoundPage />;
  return (
    <DealList
      saving={
        <Eventually>
          <SaveSearch />
        </Eventually>
      }
      savingAtOnce={
        <Eventually>
          <SaveAtOnce />
        </Eventually>
      }
    />
  );
};
