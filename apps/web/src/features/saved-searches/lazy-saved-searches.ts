import { currentLanguage, loadArea } from '#core/language/language.ts';
import { lazyComponent } from '#core/lazy-component.tsx';
import { showToast } from '#shared/ui/toast.ts';

const load = async () => {
  const [{ saveAtOnce }] = await Promise.all([
    import('./save-at-once.ts'),
    loadArea('saved-searches'),
  ]);
  return { saveAtOnce };
};

/** Loads the code for saved searches on first use, and runs the action. */
export const withSavedSearches = async (
  act: (saving: Awaited<ReturnType<typeof load>>) => Promise<void>,
): Promise<void> => {
  let saving: Awaited<ReturnType<typeof load>>;
  try {
    saving = await load();
  } catch {
    showToast(currentLanguage().t('error.networkForAction'), 'error');
    return;
  }
  await act(saving);
};

/** Saves the search of the page in one step. */
export const SaveAtOnce = lazyComponent(
  ['saved-searches'],
  async () => (await import('./components/save-at-once-button.tsx')).SaveAtOnceButton,
);
