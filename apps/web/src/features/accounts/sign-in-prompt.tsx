import { useEffect } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import type { CompletePendingAction } from '#core/session/pending-action.ts';
import { REGISTER_PATH } from '#core/session/return-path.ts';
import {
  closePrompt,
  dismissPrompt,
  takePendingAction,
  useSignInPrompt,
} from '#core/session/browser/pending.ts';
import { addressWithReturn, loginAddress } from '#core/session/browser/session.ts';
import { useSession } from '#core/session/browser/use-session.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';

/** Completes a stored action after sign-in. */
export const usePendingAction = (complete: CompletePendingAction): void => {
  const { phase } = useSession();
  const isSignedIn = phase.kind === 'signed-in';
  useEffect(() => {
    if (!isSignedIn) return;
    const action = takePendingAction();
    if (action !== null) complete(action);
  }, [isSignedIn, complete]);
};

const goTo = (address: string): void => {
  closePrompt();
  navigate(address);
};

/** Offers to sign in if an action requires it. */
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
