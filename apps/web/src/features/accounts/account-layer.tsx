import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CompletePendingAction } from '#core/session/pending-action.ts';
import { onUserChange } from '#core/session/browser/use-session.ts';
import { SessionDialogs } from './session-dialogs.tsx';
import { SessionToasts } from './session-toasts.tsx';
import { SignInPrompt, usePendingAction } from './sign-in-prompt.tsx';

/** The session's dialogs and messages, and the sign-in prompt, on every page. */
export const AccountLayer = ({ onSignedIn }: { onSignedIn: CompletePendingAction }) => {
  const queries = useQueryClient();
  usePendingAction(onSignedIn);
  useEffect(
    () =>
      onUserChange((left) => {
        // Data shown to one user is reset for the next. Public data may stay visible until it has
        // been refetched.
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
