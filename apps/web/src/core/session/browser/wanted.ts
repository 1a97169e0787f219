import { readAccessToken } from '#core/session/access-token.ts';
import { sharedStorage } from '#shared/storage.ts';
import { createStore, useStore } from '#shared/store.ts';

const hasToken = (): boolean => readAccessToken(sharedStorage) !== null;

// Visitors who only view deals have no session and do not load its code.
const wanted = createStore(hasToken());

window.addEventListener('storage', () => {
  if (hasToken()) wantSession();
});

/** Loads the session code for the rest of the visit. */
export const wantSession = (): void => wanted.set(true);

/** Whether a user was signed in here, or requested something that needs a session. */
export const useSessionWanted = (): boolean => useStore(wanted);
