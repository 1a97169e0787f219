import type { ComponentType } from 'react';
import { lazyComponent, type LazyComponent } from '#core/lazy-component.tsx';
import { DealsPage, preloadDealLists } from './lazy-deal-lists.ts';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { findPage, pages, type PageConfig, type PageKey } from './pages.ts';
import { StartPage } from './pages/start-page.tsx';

/** The pages of the first route; any other key is of a lazy page or `notFound`. */
const firstRoutePages: Partial<Record<PageKey, ComponentType>> = {
  start: StartPage,
  deals: DealsPage,
  categoryDeals: DealsPage,
  sourceDeals: DealsPage,
  brandDeals: DealsPage,
  locationDeals: DealsPage,
};

/** Pages whose code and texts load on demand. */
const lazyPages = new Map<string, LazyComponent<object>>();
for (const [key, { texts = [], features, load }] of Object.entries<PageConfig>(pages)) {
  if (load === undefined) continue;
  lazyPages.set(
    key,
    // The deals' texts are of all pages that have a search.
    lazyComponent(
      features.includes('search') ? ['deals', ...texts] : texts,
      async () => Object.values(await load())[0] ?? NotFoundPage,
    ),
  );
}

export const pageComponent = (key: PageKey): ComponentType =>
  lazyPages.get(key) ?? firstRoutePages[key] ?? NotFoundPage;

/** Preloads the code and data of the page behind a URL. Never throws. */
export const preloadPage = async (href: string): Promise<void> => {
  const { key, config } = findPage(new URL(href, location.href).pathname);
  // A failure is shown when the page is opened.
  await Promise.allSettled([
    lazyPages.get(key)?.preload(),
    config.features.includes('search') && preloadDealLists(),
  ]);
};
