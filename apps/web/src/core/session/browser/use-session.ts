import type { User } from '@izgodno/contract/accounts/session';
import { useSyncExternalStore } from 'react';
import type { SessionSnapshot } from '#core/session/runtime.ts';
import { session } from './session.ts';

export const useSession = (): SessionSnapshot =>
  useSyncExternalStore(session.subscribe, session.get);

const userOf = ({ phase }: SessionSnapshot): User | null =>
  phase.kind === 'signed-in' ? phase.session.user : null;

/**
 * The signed-in user, once the server has named them. Stays while a dialog says that the session is
 * over, because the page behind it stays.
 */
export const useUser = (): User | null => {
  const snapshot = useSession();
  return snapshot.phase.kind === 'ended' ? snapshot.phase.user : userOf(snapshot);
};

export const currentUserId = (): string | null => userOf(session.get())?.id ?? null;

/**
 * Calls `begin` with each user who signs in, and `end` when that user's session is over: `isLeaving`
 * is true after a sign-out and false after an expiry.
 */
export const followUser = (
  begin: (userId: string) => void,
  end: (isLeaving: boolean) => void,
): void => {
  let current: string | null = null;
  const follow = (): void => {
    const { phase } = session.get();
    const id = currentUserId();
    // The session is still being restored, so the user is not known yet.
    if (phase.kind === 'restoring' || id === current) return;
    if (current !== null) end(phase.kind === 'leaving');
    current = id;
    if (id !== null) begin(id);
  };
  session.subscribe(follow);
  follow();
};

const idOf = ({ phase }: SessionSnapshot): string | null =>
  phase.kind === 'signed-in' || phase.kind === 'restoring'
    ? (phase.session.user?.id ?? null)
    : null;

/**
 * Calls the listener when another user signs in, and when the user signs out or is led away from a
 * page whose session is over; `left` is the previous user's id, or null.
 */
export const onUserChange = (listener: (left: string | null) => void): (() => void) => {
  let before = idOf(session.get());
  return session.subscribe(() => {
    const snapshot = session.get();
    const now = idOf(snapshot);
    if (snapshot.phase.kind === 'ended' || now === before) return;
    const left = before;
    before = now;
    listener(left);
  });
};
