import { lazyComponent } from '#core/lazy-component.tsx';

/** The texts of all that `deal-lists.tsx` shows, and of most that pages with a search show. */
const AREAS = ['deals'] as const;

const load = () => import('./deal-lists.tsx');

export const DealsPage = lazyComponent(AREAS, async () => {
  const { ActiveFilters, DealsPage } = await load();
  // Chips of the first view stay where they are; a page without them works.
  if (document.querySelector('.list-active')) await ActiveFilters.preload().catch(() => undefined);
  return DealsPage;
});
export const SearchBox = lazyComponent(AREAS, async () => (await load()).SearchBox);
export const CategoryLinks = lazyComponent(AREAS, async () => (await load()).CategoryLinks);

/** Loads them ahead of time. Throws `ChunkLoadError`. */
export const preloadDealLists = (): Promise<unknown> =>
  Promise.all([DealsPage, SearchBox, CategoryLinks].map(({ preload }) => preload()));
