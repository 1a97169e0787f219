export { registerEngagement } from './register-engagement.ts';
export { registerTrending, type TrendingDeals } from './trending/register-trending.ts';
