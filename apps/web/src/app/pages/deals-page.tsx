import { useEffect } from 'react';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { DealsPage as DealList } from '#features/search/results/deals-page.tsx';
import { after } from '#shared/browser-events.ts';

const SaveSearch = lazyComponent(
  ['saved-searches'],
  async () => (await import('#features/saved-searches/components/save-search.tsx')).SaveSearch,
);

/**
 * Delay after which the page counts as loaded, in milliseconds. The code for saving searches then
 * loads, so that the first filter does not wait for it.
 */
const SETTLED_MS = 300;

/** The list of deals, with a button to save its search. */
export const DealsPage = () => {
  useEffect(
    // A failure is shown when the component is shown.
    () => after(SETTLED_MS, () => void SaveSearch.preload().catch(() => undefined)),
    [],
  );
  return (
    <DealList
      saving={
        <Eventually>
          <SaveSearch />
        </Eventually>
      }
    />
  );
};
