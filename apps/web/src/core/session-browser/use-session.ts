import type { User } from '@izgodno/contract/session/session';
import { useSyncExternalStore } from 'react';
import type { SessionSnapshot } from '#core/session/runtime.ts';
import { session } from './session.ts';

export const useSession = (): SessionSnapshot =>
  useSyncExternalStore(session.subscribe, session.get);

const userOf = ({ phase }: SessionSnapshot): User | null =>
  phase.kind === 'signed-in' ? phase.session.user : null;

/** Who is signed in, where the server has named them. */
export const useUser = (): User | null => userOf(useSession());

/** Tells when somebody else is signed in, or nobody any more: what was loaded is not theirs. */
export const onUserChange = (listener: () => void): (() => void) => {
  let before = userOf(session.get())?.id;
  return session.subscribe(() => {
    const { phase } = session.get();
    // Until the server has said who it is, it is whoever it was.
    if (phase.kind === 'restoring') return;
    const now = userOf(session.get())?.id;
    if (now === before) return;
    before = now;
    listener();
  });
};
