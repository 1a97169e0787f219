import { useEffect } from 'react';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { DealsPage as DealList } from '#features/deals/components/deals-page.tsx';
import { after } from '#shared/browser-events.ts';

const SaveSearch = lazyComponent(
  ['saved-searches'],
  async () => (await import('#features/saved-searches/components/save-search.tsx')).SaveSearch,
);

/** When the page has settled, in milliseconds: the first filter then waits for no code. */
const SETTLED_MS = 300;

/** The list of deals, whose search can be saved. */
export const DealsPage = () => {
  useEffect(
    // What fails now is told when it is shown.
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
