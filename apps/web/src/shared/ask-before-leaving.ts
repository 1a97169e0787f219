import { listen } from './browser-events.ts';
import type { Readable, Unsubscribe } from './store.ts';

/**
 * Makes the browser ask for confirmation before the page is left. A listener that is always there would
 * keep pages out of the back-forward cache, so the returned function must be called in time.
 */
export const askBeforeLeaving = (): Unsubscribe =>
  // A listener of its own: one that is shared would be added and removed once for all parts.
  listen(window, 'beforeunload', (event) => event.preventDefault());

/** Makes the browser ask for confirmation while a store holds what would be lost. */
export const askBeforeLosing = <Value>(
  store: Readable<Value>,
  isUnsaved: (value: Value) => boolean,
): void => {
  let stopAsking: Unsubscribe | null = null;
  store.subscribe(() => {
    stopAsking?.();
    stopAsking = isUnsaved(store.get()) ? askBeforeLeaving() : null;
  });
};

/** Whether the browser would ask for confirmation before the page is left. */
export const asksBeforeLeaving = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
