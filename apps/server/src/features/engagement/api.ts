export type { TrendingDeals } from './trending/trending-deals.ts';
