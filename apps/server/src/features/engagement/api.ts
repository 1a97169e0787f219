export type { EngagementContext } from './engagement-context.ts';
export { storeFavorite } from './favorites.ts';
export { registerEngagement } from './register-engagement.ts';
export { registerTrending, type TrendingDeals } from './trending/register-trending.ts';
