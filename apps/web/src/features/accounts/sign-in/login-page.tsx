import { ApiError } from '@izgodno/contract/common/client';
import { login } from '@izgodno/contract/accounts/calls';
import { getSignInOptions } from '@izgodno/contract/accounts/mail-calls';
import type { PasskeyAssertion } from '@izgodno/contract/accounts/passkeys';
import type { SecondStep } from '@izgodno/contract/accounts/second-factor';
import { useState, useEffect } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  askForPasskey as askForOptions,
  signInWithPasskey,
} from '@izgodno/contract/accounts/factor-calls';
import { api } from '#core/api/api.ts';
import { errorText } from '#core/api/error-text.ts';
import { findFieldErrors, useForm } from '#core/forms/use-form.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { FORGOT_PATH, REGISTER_PATH, withReturnPath } from '#core/session/return-path.ts';
import { endReasonTexts } from '#core/session/browser/texts.ts';
import { signIn, enterSession } from '#core/session/browser/sign-in.ts';
import { useSession } from '#core/session/browser/use-session.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmailField } from '#shared/ui/text-field.tsx';
import { PasswordField } from '../password-field.tsx';
import {
  passkeyFailureText,
  supportsPasskeys,
  askForPasskey,
  stopAskingForPasskey,
  supportsPasskeyAutofill,
} from '../passkeys.ts';
import { AuthLayout } from './auth-layout.tsx';
import { SecondStepForm } from './second-step.tsx';
import { SignInFailure } from './sign-in-failure.tsx';
import { useReturn } from './use-return.ts';
import { fieldErrorText } from '../field-error-text.ts';
import styles from './auth-forms.module.css';

const choosePasskey = async (autofill: boolean): Promise<PasskeyAssertion> => {
  const { options } = await api.call(askForOptions, {});
  return askForPasskey(options, { autofill });
};

const enterBy = async (assertion: PasskeyAssertion): Promise<void> =>
  enterSession(await api.call(signInWithPasskey, { body: { assertion } }));

/** Sign-in by passkey: by a button, and by autofill in the email field. */
const usePasskeySignIn = () => {
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    let left = false;
    const offer = async (): Promise<void> => {
      if (!(await supportsPasskeyAutofill()) || left) return;
      const assertion = await choosePasskey(true);
      // The user has chosen one, and must see why it failed, such as a suspended account.
      await enterBy(assertion).catch(setFailure);
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
    await choosePasskey(false).then(enterBy).catch(setFailure);
    setBusy(false);
  };
  return { failure, busy, ask };
};

/** On failure, no optional sign-in method is offered. */
const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => api.call(getSignInOptions, {}, signal),
  retry: false,
});

const fields = ['email', 'password'] as const;

const failureText = (failure: unknown): TextKey =>
  failure instanceof ApiError && (failure.code === 'unreadable' || failure.code === 'plain')
    ? 'error.loginFailed'
    : errorText(failure);

/** The email and password, or a passkey instead. */
const PasswordStep = ({ onProven }: { onProven: (step: SecondStep) => void }) => {
  const { t } = useLanguage();
  const { phase } = useSession();
  const returnPath = useReturn();
  const { form, errors, failure, busy, onSubmit } = useForm({
    fields,
    check: (values) => findFieldErrors(login.body, values),
    send: async (values) => {
      const step = await signIn(values);
      if (step !== null) onProven(step);
    },
  });
  const passkey = usePasskeySignIn();
  const options = useQuery(signInOptionsQuery);
  const notice = phase.kind === 'signed-out' ? phase.notice : null;
  return (
    <AuthLayout
      title={t('login.title')}
      other={
        <>
          {t('login.noAccount')}{' '}
          <Link href={withReturnPath(REGISTER_PATH, returnPath)}>{t('menu.createAccount')}</Link>
        </>
      }
    >
      {notice !== null && failure === null && (
        <output className={styles['notice']}>
          {endReasonTexts[notice].map((key) => (
            <span key={key}>{t(key)}</span>
          ))}
        </output>
      )}
      <form ref={form} noValidate className={styles['form']} onSubmit={onSubmit}>
        {failure !== null && <SignInFailure error={failure} textOf={failureText} />}
        {passkey.failure !== null && (
          <SignInFailure error={passkey.failure} textOf={passkeyFailureText} />
        )}
        <EmailField
          label={t('field.email')}
          autoComplete="username webauthn"
          error={errors.email && fieldErrorText(t, 'email', errors.email)}
        />
        <PasswordField
          label={t('field.password')}
          name="password"
          autoComplete="current-password"
          required
          error={errors.password && fieldErrorText(t, 'password', errors.password)}
        />
        <Button type="submit" tone="primary" disabled={busy}>
          {t(busy ? 'login.busy' : 'login.submit')}
        </Button>
      </form>
      {supportsPasskeys() && (
        <Button disabled={passkey.busy} onClick={() => void passkey.ask()}>
          {t('login.withPasskey')}
        </Button>
      )}
      {options.data?.passwordReset === true && (
        <p className={styles['other']}>
          <Link href={FORGOT_PATH}>{t('login.forgot')}</Link>
        </p>
      )}
    </AuthLayout>
  );
};

export const LoginPage = () => {
  const [step, setStep] = useState<SecondStep | null>(null);
  return (
    <div data-keeps-focus>
      {step === null ? (
        <PasswordStep onProven={setStep} />
      ) : (
        <SecondStepForm step={step} onBack={() => setStep(null)} />
      )}
    </div>
  );
};
