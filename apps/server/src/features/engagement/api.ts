export type { TrendingDeals } from './trending/trending-deals.ts';
export { registerKeeping } from './register-keeping.ts';
export { registerTrending } from './trending/register-trending.ts';
