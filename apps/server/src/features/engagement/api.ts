export type { TrendingDeals } from './trending/trending-deals.ts';
export { registerEngagement } from './register-engagement.ts';
export { registerTrending } from './trending/register-trending.ts';
