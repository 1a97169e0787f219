export { DealPrice } from './card/deal-price.tsx';
export { DealResults } from './card/deal-results.tsx';
export { AskedPriceChart } from './price/asked-price-chart.tsx';
export { PostedTime } from './card/posted-time.tsx';
