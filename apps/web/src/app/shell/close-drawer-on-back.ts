import { coverPage, leaveClosedCovers } from '#core/router/cover-page.ts';
import { closeSidebar, DRAWER_QUERY, sidebar } from '#core/shell/sidebar.ts';
import type { Unsubscribe } from '#shared/store.ts';

/** Closes the drawer on Back, which would leave the page below it. */
export const closeDrawerOnBack = (): void => {
  const drawer = matchMedia(DRAWER_QUERY);
  let uncover: Unsubscribe | null = null;

  const follow = (): void => {
    if (drawer.matches && sidebar.get().open) uncover ??= coverPage(close);
    else {
      uncover?.();
      uncover = null;
    }
  };

  const close = (): void => {
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
    if (dialog === undefined) closeSidebar();
    else {
      // The last dialog over the drawer comes first, as at Escape.
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
      uncover = null;
      follow();
    }
  };

  sidebar.subscribe(follow);
  follow();
  leaveClosedCovers();
};
