import { lazyComponent } from '#core/lazy-component.tsx';
import { inTime } from '#shared/browser-events.ts';

/** The texts of all that `deal-lists.tsx` shows, and of most that pages with a search show. */
const AREAS = ['deals'] as const;

/** How long a list waits for the code of its chips, which loads beside its own, in milliseconds. */
const CHIPS_PATIENCE_MS = 2_000;

const load = () => import('./deal-lists.tsx');

export const DealsPage = lazyComponent(AREAS, async () => {
  const { ActiveFilters, DealsPage } = await load();
  // Chips of the first view stay where they are; a page without them works.
  if (document.querySelector('.list-active'))
    await inTime(ActiveFilters.preload(), CHIPS_PATIENCE_MS).catch(() => undefined);
  return DealsPage;
});
export const SearchBox = lazyComponent(AREAS, async () => (await load()).SearchBox);
export const CategoryLinks = lazyComponent(AREAS, async () => (await load()).CategoryLinks);

/** Loads them ahead of time. Throws `ChunkLoadError`. */
export const preloadDealLists = (): Promise<unknown> =>
  Promise.all([DealsPage, SearchBox, CategoryLinks].map(({ preload }) => preload()));
