import { readAccessToken } from '#core/session/access-token.ts';
import { sharedStorage } from '#shared/storage.ts';
import { createStore, useStore } from '#shared/store.ts';

const hasToken = (): boolean => readAccessToken(sharedStorage) !== null;

// Whoever only looks at deals has no session, and is spared the code that keeps one.
const wanted = createStore(hasToken());

window.addEventListener('storage', () => {
  if (hasToken()) wantSession();
});

/** Has what keeps and shows the session loaded, for the rest of the visit. */
export const wantSession = (): void => wanted.set(true);

/** Whether somebody was signed in here, or has asked for something that needs a session. */
export const useSessionWanted = (): boolean => useStore(wanted);
