import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, type ComponentProps, type ReactNode } from 'react';
import { onUserChange, useSession } from '#core/session/browser/use-session.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import type { SessionMessage } from '#core/session/state.ts';
import { messageText, endReasonTexts } from '#core/session/browser/texts.ts';
import { usePath, navigate } from '#core/router/location.ts';
import { isAuthPath, REGISTER_PATH } from '#core/session/return-path.ts';
import { remainingSeconds, type SessionDialog } from '#core/session/status.ts';
import { session, urlWithReturn, loginUrl } from '#core/session/browser/session.ts';
import {
  closePrompt,
  dismissPrompt,
  pendingAction,
  useSignInPrompt,
} from '#core/session/browser/pending.ts';
import { announce } from '#shared/announce.ts';
import { onResume } from '#shared/browser-events.ts';
import { toastLog } from '#shared/ui/shown-toasts.ts';
import { dismissToast, showToast, type Toast } from '#shared/ui/toast.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { useClock } from './use-clock.ts';

/**
 * Completes a stored action after sign-in, which may happen in another tab below an open prompt. An
 * action whose code did not load stays stored until the network is back.
 */
const usePendingAction = (complete: () => void): void => {
  const { phase } = useSession();
  const isSignedIn = phase.kind === 'signed-in';
  const completeStored = useEffectEvent(() => {
    if (pendingAction() !== null) complete();
  });
  useEffect(() => {
    if (!isSignedIn) return undefined;
    closePrompt();
    completeStored();
    return onResume(() => completeStored());
  }, [isSignedIn]);
};

const goTo = (path: string): void => {
  closePrompt();
  navigate(path);
};

/** Offers to sign in if an action requires it. */
const SignInPrompt = () => {
  const { t } = useLanguage();
  const open = useSignInPrompt();
  return (
    <Dialog
      open={open}
      title={t('prompt.title')}
      onClose={dismissPrompt}
      actions={
        <>
          <Button tone="quiet" onClick={dismissPrompt}>
            {t('prompt.notNow')}
          </Button>
          <Button onClick={() => goTo(urlWithReturn(REGISTER_PATH))}>
            {t('menu.createAccount')}
          </Button>
          <Button tone="primary" onClick={() => goTo(loginUrl())}>
            {t('menu.signIn')}
          </Button>
        </>
      }
    >
      <p>{t('prompt.text')}</p>
    </Dialog>
  );
};

/** The default button: it takes the focus when its dialog opens. */
const ExpectedResponse = (props: ComponentProps<typeof Button>) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return <Button ref={button} tone="primary" {...props} />;
};

const Countdown = ({ expiresAt }: { expiresAt: number }) => {
  const { t } = useLanguage();
  const now = useClock();
  const text = t('session.warningText', { seconds: remainingSeconds(now, expiresAt) });
  const first = useRef(`${t('session.warningTitle')}. ${text}`);
  // Once: a screen reader says no dialog that takes no focus, and a timer only on request.
  useEffect(() => announce(first.current), []);
  return <p role="timer">{text}</p>;
};

const titles: Readonly<Record<SessionDialog, TextKey>> = {
  warning: 'session.warningTitle',
  expired: 'session.expiredTitle',
  refreshing: 'session.refreshingTitle',
};

/** The current dialog of the session, one of three. */
const SessionDialogs = () => {
  const { t } = useLanguage();
  const path = usePath();
  const { dialog, phase } = useSession();

  const parts = (): { body: ReactNode; actions: ReactNode } => {
    if (dialog === 'warning' && phase.kind === 'signed-in') {
      return {
        body: <Countdown expiresAt={phase.session.expiresAt} />,
        actions: (
          <>
            <Button onClick={() => session.dispatch({ kind: 'logout-asked' })}>
              {t('session.logOut')}
            </Button>
            <Button tone="primary" onClick={() => session.dispatch({ kind: 'extend-asked' })}>
              {t('session.extend')}
            </Button>
          </>
        ),
      };
    }
    if (dialog === 'expired' && phase.kind === 'ended') {
      return {
        body: endReasonTexts[phase.reason].map((key) => <p key={key}>{t(key)}</p>),
        actions: (
          <ExpectedResponse onClick={() => session.dispatch({ kind: 'login-asked' })}>
            {t('session.goToLogin')}
          </ExpectedResponse>
        ),
      };
    }
    return { body: <output>{t('session.refreshing')}</output>, actions: null };
  };

  // The sign-in page, and those that lead to it, show the session's end themselves.
  const open = dialog !== null && !(dialog === 'expired' && isAuthPath(path));
  if (!open) return null;
  const { body, actions } = parts();
  return (
    // The warning comes while the user works, so that it takes neither focus nor keystrokes.
    <Dialog open modal={dialog !== 'warning'} title={t(titles[dialog])} actions={actions}>
      {body}
    </Dialog>
  );
};

const tones: Readonly<Record<SessionMessage['kind'], Toast['tone']>> = {
  'expires-soon': 'info',
  refreshing: 'info',
  refreshed: 'success',
  'refresh-failed': 'error',
  'welcome-back': 'success',
  'account-created': 'success',
};

/** Shows the session's messages as toasts. The session decides how long. */
const SessionToasts = () => {
  const { t } = useLanguage();
  const { message } = useSession();
  useEffect(() => {
    if (message === null) return;
    const durationMs = Number.POSITIVE_INFINITY;
    const id = showToast(messageText(t, message), tones[message.kind], { durationMs });
    return () => dismissToast(id);
  }, [message, t]);
  return null;
};

/** Repeats what failed with the earlier token, such as calls made right after sleep. */
const useFailedAgain = (): void => {
  const queries = useQueryClient();
  const { phase } = useSession();
  const token = phase.kind === 'signed-in' ? phase.session.accessToken : null;
  const before = useRef(token);
  useEffect(() => {
    if (before.current !== null && token !== null && token !== before.current) {
      void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    }
    before.current = token;
  }, [token, queries]);
};

/** The session's dialogs and messages, and the sign-in prompt, on every page. */
export const AccountLayer = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const queries = useQueryClient();
  usePendingAction(onSignedIn);
  useEffect(
    () =>
      onUserChange((left) => {
        if (left !== null) toastLog.set([]);
        // Data shown to one user is reset for the next. Public data may stay visible until it has
        // been refetched.
        void (left === null ? queries.invalidateQueries() : queries.resetQueries());
      }),
    [queries],
  );
  useFailedAgain();
  return (
    <>
      <SessionDialogs />
      <SessionToasts />
      <SignInPrompt />
    </>
  );
};
