import type { QueryClient } from '@tanstack/react-query';
import { currentLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import { showToast } from '#shared/ui/toast.ts';
import { save, savedSearchesQuery } from './calls.ts';
import { savingError } from './saving-error.ts';

/** The page of the user's saved searches. */
const SAVED_SEARCHES_PATH = '/favorites/searches';

const showAll = () => ({
  action: {
    label: currentLanguage().t('searches.showAll'),
    run: () => navigate(SAVED_SEARCHES_PATH),
  },
});

/** Says that a search was saved. */
export const showSaved = (queries: QueryClient): void => {
  void queries.invalidateQueries({ queryKey: savedSearchesQuery.queryKey });
  showToast(currentLanguage().t('searches.saved'), 'success', showAll());
};

/** Saves a search of a signed-in user without further questions, and says so. */
export const saveAtOnce = async (
  queries: QueryClient,
  { query, name }: { readonly query: string; readonly name: string },
): Promise<void> => {
  try {
    await save({ query, name });
  } catch (error) {
    showToast(currentLanguage().t(savingError(error)), 'error', showAll());
    return;
  }
  showSaved(queries);
};
