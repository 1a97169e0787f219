import { lazyComponent } from '#core/lazy-component.tsx';

/** The sale of a deal and the rating of its other side. */
export const SalePanel = lazyComponent(
  ['sales'],
  async () => (await import('./sale-panel.tsx')).SalePanel,
);

/** The ratings of a member. */
export const Ratings = lazyComponent(
  ['sales'],
  async () => (await import('./ratings.tsx')).Ratings,
);
