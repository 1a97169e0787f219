export { DealPrice } from './card/deal-price.tsx';
export { DealResults } from './card/deal-results.tsx';
export { PostedTime } from './card/posted-time.tsx';
export { AskedPriceChart } from './price/lazy-asked-price-chart.ts';
