import { lazyComponent } from '#core/lazy-component.tsx';

/** Loads with the form of an alert, because the first page also loads what this feature exports. */
export const AskedPriceChart = lazyComponent(
  [],
  async () => (await import('./asked-price-chart.tsx')).AskedPriceChart,
);
