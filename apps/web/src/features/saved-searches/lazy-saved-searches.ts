import { lazyActions } from '#core/lazy-actions.ts';
import { loadArea } from '#core/language/language.ts';

/** Loads the code for saving searches on first use, and runs the action. */
export const withSavedSearches = lazyActions(async () => {
  const [{ saveAtOnce }] = await Promise.all([
    import('./save-at-once.ts'),
    loadArea('saved-searches'),
  ]);
  return { saveAtOnce };
});
