import { useEffect } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import type { PendingAction, PendingActionHandlers } from '#core/session/pending-action.ts';
import { REGISTER_PATH } from '#core/session/return-path.ts';
import {
  closePrompt,
  dismissPrompt,
  takePendingAction,
  useSignInPrompt,
} from '#core/session-browser/pending.ts';
import { addressWithReturn, loginAddress } from '#core/session-browser/session.ts';
import { useSession } from '#core/session-browser/use-session.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';

const complete = (action: PendingAction, handlers: PendingActionHandlers): void => {
  handlers[action.kind](action);
};

/** Completes after sign-in what a person wanted to do before it. */
export const usePendingAction = (handlers: PendingActionHandlers): void => {
  const { phase } = useSession();
  const isSignedIn = phase.kind === 'signed-in';
  useEffect(() => {
    if (!isSignedIn) return;
    const action = takePendingAction();
    if (action !== null) complete(action, handlers);
  }, [isSignedIn, handlers]);
};

const goTo = (address: string): void => {
  closePrompt();
  navigate(address);
};

/** Offers to sign in where an action needs it. */
export const SignInPrompt = () => {
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
          <Button onClick={() => goTo(addressWithReturn(REGISTER_PATH))}>
            {t('menu.createAccount')}
          </Button>
          <Button tone="primary" onClick={() => goTo(loginAddress())}>
            {t('menu.signIn')}
          </Button>
        </>
      }
    >
      <p>{t('prompt.text')}</p>
    </Dialog>
  );
};
