import {
  forgetAction,
  rememberAction,
  takeAction,
  type PendingAction,
} from '#core/session/pending-action.ts';
import { tabStorage } from '#shared/storage.ts';
import { createStore, useStore } from '#shared/store.ts';
import { session } from './session.ts';

const promptOpen = createStore(false);

/** Whether the person is being asked to sign in. */
export const useSignInPrompt = (): boolean => useStore(promptOpen);

/** True where somebody is signed in, or most likely is; else the action is kept and a sign-in is offered. */
export const requireSignIn = (action: PendingAction): boolean => {
  const { kind } = session.get().phase;
  // While a stored session is being validated, its token is as good as any.
  if (kind === 'signed-in' || kind === 'restoring') return true;
  rememberAction(tabStorage, action, Date.now());
  promptOpen.set(true);
  return false;
};

/** The person goes to sign in: the action stays, the question goes. */
export const closePrompt = (): void => promptOpen.set(false);

/** The person thought better of it. */
export const dismissPrompt = (): void => {
  forgetAction(tabStorage);
  promptOpen.set(false);
};

export const takePendingAction = (): PendingAction | null => takeAction(tabStorage, Date.now());
