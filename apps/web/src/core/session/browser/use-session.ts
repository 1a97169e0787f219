import type { User } from '@izgodno/contract/accounts/session';
import { useSyncExternalStore } from 'react';
import type { SessionSnapshot } from '#core/session/runtime.ts';
import { session } from './session.ts';

export const useSession = (): SessionSnapshot =>
  useSyncExternalStore(session.subscribe, session.get);

const userOf = ({ phase }: SessionSnapshot): User | null =>
  phase.kind === 'signed-in' ? phase.session.user : null;

/** The signed-in user, once the server has named them. */
export const useUser = (): User | null => userOf(useSession());

const idOf = ({ phase }: SessionSnapshot): string | null =>
  phase.kind === 'signed-in' || phase.kind === 'restoring'
    ? (phase.session.user?.id ?? null)
    : null;

/**
 * Calls the listener when another user signs in or the user signs out; `left` is the previous
 * user's id, or null.
 */
export const onUserChange = (listener: (left: string | null) => void): (() => void) => {
  let before = idOf(session.get());
  return session.subscribe(() => {
    const now = idOf(session.get());
    if (now === before) return;
    const left = before;
    before = now;
    listener(left);
  });
};
