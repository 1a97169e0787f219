export { FavoriteButton } from './buttons/favorite-button.tsx';
export { DealEngagement } from './state/lazy-engagement.ts';
