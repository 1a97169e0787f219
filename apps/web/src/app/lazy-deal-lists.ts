import { lazyComponent } from '#core/lazy-component.tsx';

/** The texts of all that `deal-lists.tsx` shows, and of most that pages with a search show. */
const AREAS = ['deals'] as const;

const load = () => import('./deal-lists.tsx');

export const DealsPage = lazyComponent(AREAS, async () => (await load()).DealsPage);
export const SearchBox = lazyComponent(AREAS, async () => (await load()).SearchBox);
export const CategoryLinks = lazyComponent(AREAS, async () => (await load()).CategoryLinks);

/** Loads them ahead of time. Throws `ChunkLoadError`. */
export const preloadDealLists = (): Promise<unknown> =>
  Promise.all([DealsPage, SearchBox, CategoryLinks].map(({ preload }) => preload()));
