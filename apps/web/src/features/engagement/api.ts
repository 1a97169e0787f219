export { FavoriteButton } from './buttons/favorite-button.tsx';
export { DealMarks } from './state/lazy-deal-marks.ts';
