import { keepLocationUpdated } from '#features/visitors/location-update.ts';
import { followOtherTabs } from '#core/follow-other-tabs.ts';
import { note } from '#core/log.ts';
import { watchWorker } from '#core/offline/watch-worker.ts';
import { preloadPage } from './page-components.ts';

/** The code is loaded once something has the focus, because nothing needs it before. */
const beginToFollowFocus = (): void => {
  import('./follow-focus.ts').then(
    ({ followFocus }) => followFocus(),
    (error: unknown) => note('The focus is not followed', error),
  );
};

const preloadDealPage = (): void => {
  const link = document.querySelector<HTMLAnchorElement>('a[href^="/deals/"]');
  if (link !== null) void preloadPage(link.href);
};

/**
 * Loads the code of a deal's page once the user scrolls through a list, because on a slow phone the first
 * deal would open on an empty page. It does not load with the list: many visitors leave at once.
 */
export const loadDealPageAhead = (): void =>
  document.addEventListener('scroll', preloadDealPage, { once: true });

const beginToCloseOnBack = (): void => {
  import('./shell/close-drawer-on-back.ts').then(
    ({ closeDrawerOnBack }) => closeDrawerOnBack(),
    (error: unknown) => note('Back does not close the drawer', error),
  );
};

let isBegun = false;

/** Starts low-priority work, unless it has begun. */
export const beginLater = (): void => {
  if (isBegun) return;
  isBegun = true;
  if (document.activeElement === document.body)
    document.addEventListener('focusin', beginToFollowFocus, { once: true });
  else beginToFollowFocus();
  beginToCloseOnBack();
  loadDealPageAhead();
  followOtherTabs();
  // Without it, everything works except offline use.
  watchWorker().catch((error: unknown) => note('The service worker is not watched', error));
  // The count does not matter to the visitor.
  keepLocationUpdated(Date.now()).catch(() => undefined);
};
