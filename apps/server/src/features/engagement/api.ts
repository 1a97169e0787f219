export { storeFavorite, type EngagementContext } from './engagement-calls.ts';
export { registerEngagement } from './register-engagement.ts';
export { registerTrending, type TrendingDeals } from './trending/register-trending.ts';
