import { keepLocationUpdated } from '#features/visitors/location-update.ts';
import { note } from '#core/log.ts';
import { watchWorker } from '#core/offline/watch-worker.ts';

/** Begins what nobody waits for, once the page has long been there. */
export const beginLater = (): void => {
  // Without it the product does all but work without a network.
  watchWorker().catch((error: unknown) => note('The service worker is not watched', error));
  // It is of no use to the visitor.
  keepLocationUpdated(Date.now()).catch(() => undefined);
};
