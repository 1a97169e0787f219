import {
  eraseAction,
  readAction,
  rememberAction,
  takeAction,
  type PendingAction,
} from '#core/session/pending-action.ts';
import { tabStorage } from '#shared/storage.ts';
import { createStore, useStore } from '#shared/store.ts';
import { session } from './session.ts';
import { wantSession } from './wanted.ts';

const promptOpen = createStore(false);

/** Whether the sign-in prompt is open. */
export const useSignInPrompt = (): boolean => useStore(promptOpen);

/**
 * Returns true if a user is signed in or probably is; otherwise stores the action and opens the
 * sign-in prompt. Either needs the session's code.
 */
export const requireSignIn = (action: PendingAction): boolean => {
  wantSession();
  const { kind } = session.get().phase;
  // While a stored session is being validated, its token counts as valid.
  if (kind === 'signed-in' || kind === 'restoring') return true;
  rememberAction(tabStorage, action, Date.now());
  promptOpen.set(true);
  return false;
};

/** Closes the prompt and keeps the action, because the user goes on to sign in. */
export const closePrompt = (): void => promptOpen.set(false);

/** Closes the prompt and drops the action. */
export const dismissPrompt = (): void => {
  eraseAction(tabStorage);
  promptOpen.set(false);
};

/** Returns the stored action, which stays stored until its code has loaded. */
export const pendingAction = (): PendingAction | null => readAction(tabStorage, Date.now());

export const takePendingAction = (): PendingAction | null => takeAction(tabStorage, Date.now());
