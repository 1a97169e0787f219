import { keepLocationUpdated } from '#features/visitors/location-update.ts';
import { followOtherTabs } from '#core/follow-other-tabs.ts';
import { note } from '#core/log.ts';
import { watchWorker } from '#core/offline/watch-worker.ts';

/** Starts low-priority work, some time after the page has loaded. */
export const beginLater = (): void => {
  followOtherTabs();
  // Without it, everything works except offline use.
  watchWorker().catch((error: unknown) => note('The service worker is not watched', error));
  // The count does not matter to the visitor.
  keepLocationUpdated(Date.now()).catch(() => undefined);
};
