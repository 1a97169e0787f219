// Imported first, because it replaces the network of the application.
import { network } from '#app/testing/network.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { DealPage } from '@izgodno/contract/deals/deal-page';
import { findDealList } from '@izgodno/contract/search/list-paths';
import { dealPage, open, serving, startAfresh } from '#app/testing/served-app.tsx';
import { searchAt } from '#core/deals/deal-search.ts';
import { readQuery } from '#core/router/params.ts';
import '#shared/styles/first-view.css';
import '#shared/styles/list-head.css';
import { renderFirstView } from './main.tsx';

/** A shop and a brand with long names, so that the chips take several lines. */
const names = {
  bazar: { en: 'Bazar of everything for the house and the garden', bg: 'Базар' },
};
const found = (more: Partial<DealPage> = {}): DealPage => dealPage(3, 0, { names, ...more });

beforeEach(async () => {
  await startAfresh();
  const files = { any: [], chat: [], deal: [], form: [], narrowed: [], post: [] };
  vi.stubGlobal('__FIRST_FILES__', { en: files, bg: files });
  return () => void vi.unstubAllGlobals();
});

/** Where the first of these elements is. */
const positionOf = (selector: string): string => {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return box === undefined ? 'nowhere' : `${Math.round(box.x)}, ${Math.round(box.y)}`;
};

const positionsInFirstView = (path: string, result: DealPage) => {
  const { pathname, search } = new URL(path, location.href);
  const { view } = renderFirstView(
    {
      page: 'deals',
      result,
      parameters: { ...searchAt(pathname, readQuery(search)) },
      list: findDealList(pathname),
    },
    'en',
    'Izgodno',
  );
  const root = document.createElement('div');
  root.innerHTML = view;
  document.body.prepend(root);
  const positions = ['.first-view h1', '.list-chips li:last-child', '.first-grid li'].map(
    positionOf,
  );
  root.remove();
  return positions;
};

const understood = {
  words: 'bike',
  filters: { maxPrice: 300, inStock: true as const },
  named: [{ name: 'kind' as const, text: 'bike', label: { en: 'Bicycles', bg: 'Велосипеди' } }],
  replaced: [],
  relaxed: [],
};

/** Nothing is all of what was asked for, so a notice of several lines names what was left out. */
const near = {
  ...understood,
  words: 'blue bike',
  filters: {},
  relaxed: [
    { name: 'price' as const },
    { name: 'location' as const, value: 'sofia' },
    { name: 'word' as const, value: 'blue' },
  ],
};

const lists: readonly (readonly [path: string, more?: Partial<DealPage>])[] = [
  ['/deals'],
  ['/deals?q=bike'],
  ['/deals?q=bike+up+to+300+in+stock', { understood }],
  ['/deals?q=blue+bike+up+to+300+in+Sofia', { understood: near }],
  [
    '/deals?q=bkie+up+to+300',
    { understood: { ...understood, words: 'bkie', named: [], corrected: 'bike' } },
  ],
  ['/deals?category=sports&condition=new&minPrice=50&maxPrice=500'],
  ['/deals?source=bazar&group=other&minDiscount=25&inStock=true&freeDelivery=true'],
  ['/c/food'],
  ['/shop/bazar'],
];

for (const width of [360, 768, 1440])
  test.for(lists)(
    `at ${width} pixels, the first view of %s has the positions of the application`,
    async ([path, more]) => {
      const result = found(more);
      network.response = (request) =>
        request.url.pathname === '/api/deals' ? Response.json(result) : serving(3)(request);
      await page.viewport(width, 800);
      const expected = positionsInFirstView(path, result);
      expect(expected[2]).not.toBe('nowhere');
      await open(path);
      await expect
        .poll(() => ['main h1', '.list-chips li:last-child', 'main article'].map(positionOf))
        .toEqual(expected);
    },
  );
