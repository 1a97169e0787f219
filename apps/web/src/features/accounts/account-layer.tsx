import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CompletePendingAction } from '#core/session/pending-action.ts';
import { onUserChange } from '#core/session/browser/use-session.ts';
import { SessionDialogs } from './session-dialogs.tsx';
import { SessionToasts } from './session-toasts.tsx';
import { SignInPrompt, usePendingAction } from './sign-in-prompt.tsx';

/** What the session says on every page: its dialogs, its messages, the offer to sign in. */
export const AccountLayer = ({ onSignedIn }: { onSignedIn: CompletePendingAction }) => {
  const queries = useQueryClient();
  usePendingAction(onSignedIn);
  useEffect(
    () =>
      onUserChange((left) => {
        // What one person was shown is not for the next; what nobody in particular was shown may
        // stay in sight until it has been loaded anew.
        void (left === null ? queries.invalidateQueries() : queries.resetQueries());
      }),
    [queries],
  );
  return (
    <>
      <SessionDialogs />
      <SessionToasts />
      <SignInPrompt />
    </>
  );
};
