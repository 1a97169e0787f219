import { readStored, writeStored } from '#shared/storage.ts';
import { views, type View } from './model/deal-search.ts';

const VIEW_KEY = 'deals-view';

/** The view last chosen, for addresses that name none. */
export const readView = (): View => {
  const stored = readStored(VIEW_KEY);
  return views.find((view) => view === stored) ?? 'grid';
};

export const rememberView = (view: View): void => writeStored(VIEW_KEY, view);
