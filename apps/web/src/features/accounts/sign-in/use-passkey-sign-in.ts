import {
  askForPasskey as askForOptions,
  signInWithPasskey,
} from '@izgodno/contract/accounts/factor-calls';
import { useEffect, useState } from 'react';
import { api } from '#core/api/api.ts';
import { askForPasskey, stopAskingForPasskey, supportsPasskeyAutofill } from '../passkeys.ts';
import { enterSession } from '#core/session/browser/sign-in.ts';

const signIn = async (autofill: boolean): Promise<void> => {
  const { options } = await api.call(askForOptions, {});
  const assertion = await askForPasskey(options, { autofill });
  enterSession(await api.call(signInWithPasskey, { body: { assertion } }));
};

/** Sign-in by passkey: by a button, and by autofill in the email field. */
export const usePasskeySignIn = () => {
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    let left = false;
    const offer = async (): Promise<void> => {
      if (!(await supportsPasskeyAutofill()) || left) return;
      await signIn(true);
    };
    // If this fails, the button still works.
    offer().catch(() => undefined);
    return () => {
      left = true;
      stopAskingForPasskey();
    };
  }, []);

  const ask = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    await signIn(false).catch(setFailure);
    setBusy(false);
  };
  return { failure, busy, ask };
};
