import type { Unsubscribe } from './store.ts';

const ask = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * Makes the browser ask for confirmation before the page is left. A listener that is always there would
 * keep pages out of the back-forward cache, so the returned function must be called in time.
 */
export const askBeforeLeaving = (): Unsubscribe => {
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
};
