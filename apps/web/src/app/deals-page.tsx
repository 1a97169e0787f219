import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { DealsPage as DealList } from '#features/deals/components/deals-page.tsx';

const SaveSearch = lazyComponent(
  ['saved-searches'],
  async () => (await import('#features/saved-searches/components/save-search.tsx')).SaveSearch,
);

/** The list of deals, whose search can be saved. */
export const DealsPage = () => (
  <DealList
    saving={
      <Eventually>
        <SaveSearch />
      </Eventually>
    }
  />
);
