import { listen } from './browser-events.ts';
import type { Unsubscribe } from './store.ts';

/**
 * Makes the browser ask for confirmation before the page is left. A listener that is always there would
 * keep pages out of the back-forward cache, so the returned function must be called in time.
 */
export const askBeforeLeaving = (): Unsubscribe =>
  // A listener of its own: one that is shared would be added and removed once for all parts.
  listen(window, 'beforeunload', (event) => event.preventDefault());
