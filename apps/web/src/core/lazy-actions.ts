import { showToast } from '#shared/ui/toast.ts';
import { currentLanguage } from './language/language.ts';
import { reloadWhereReachable } from './lazy-component.tsx';

/** Returns a function that loads code on first use, and runs an action with it. */
export const lazyActions =
  <Actions>(load: () => Promise<Actions>) =>
  async (act: (actions: Actions) => Promise<void> | void): Promise<void> => {
    let actions: Actions;
    try {
      actions = await load();
    } catch {
      showToast(currentLanguage().t('error.networkForAction'), 'error');
      // Without a connection the action can be repeated later; the code must load by then.
      void reloadWhereReachable().catch(() => undefined);
      return;
    }
    await act(actions);
  };
