import { sharedStorage } from '#shared/storage.ts';
import { views, type View } from '#core/deals/deal-search.ts';

const VIEW_KEY = 'deals-view';

/** Returns the view last chosen, for URLs without one. */
export const readView = (): View => {
  const stored = sharedStorage.getItem(VIEW_KEY);
  return views.find((view) => view === stored) ?? 'grid';
};

export const rememberView = (view: View): void => sharedStorage.setItem(VIEW_KEY, view);
