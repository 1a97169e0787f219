export { DealPrice } from './card/deal-price.tsx';
export { DealResults } from './card/deal-results.tsx';
export { PostedTime } from './card/posted-time.tsx';
