import { login } from '@izgodno/contract/accounts/calls';
import { getSignInOptions } from '@izgodno/contract/accounts/mail-calls';
import type { SecondStep } from '@izgodno/contract/accounts/second-factor';
import { useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { errorText } from '#core/api/error-text.ts';
import { faultText, findFaults } from '#core/forms/field-faults.ts';
import { PasswordField } from '../password-field.tsx';
import { useForm } from '#core/forms/use-form.ts';
import { useLanguage } from '#core/language/language.ts';
import { passkeyFailureText, supportsPasskeys } from '../passkeys.ts';
import { Link } from '#core/router/link.tsx';
import { REGISTER_PATH, withReturnPath } from '#core/session/return-path.ts';
import { endReasonTexts } from '#core/session/browser/texts.ts';
import { signIn } from '#core/session/browser/sign-in.ts';
import { useSession } from '#core/session/browser/use-session.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmailField } from '#shared/ui/email-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FormFailure } from './form-failure.tsx';
import { SecondStepForm } from './second-step.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';
import { useReturn } from './use-return.ts';
import styles from './auth-forms.module.css';

/** On failure, no optional sign-in method is offered. */
const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => api.call(getSignInOptions, {}, signal),
  retry: false,
});

const fields = ['email', 'password'] as const;

/** The email and password, or a passkey instead. */
const PasswordStep = ({ onProven }: { onProven: (step: SecondStep) => void }) => {
  const { t } = useLanguage();
  const { phase } = useSession();
  const returnPath = useReturn();
  const { form, faults, failure, busy, onSubmit } = useForm({
    fields,
    check: (values) => findFaults(login.body, values),
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
        {failure !== null && <FormFailure>{t(errorText(failure))}</FormFailure>}
        {passkey.failure !== null && (
          <FormFailure>{t(passkeyFailureText(passkey.failure))}</FormFailure>
        )}
        <EmailField
          label={t('field.email')}
          autoComplete="username webauthn"
          fault={faults.email && faultText(t, 'email', faults.email)}
        />
        <PasswordField
          label={t('field.password')}
          name="password"
          autoComplete="current-password"
          required
          fault={faults.password && faultText(t, 'password', faults.password)}
        />
        <Button type="submit" tone="primary" aria-disabled={busy}>
          {t(busy ? 'login.busy' : 'login.submit')}
        </Button>
      </form>
      {supportsPasskeys() && (
        <Button aria-disabled={passkey.busy} onClick={() => void passkey.ask()}>
          {t('login.withPasskey')}
        </Button>
      )}
      {options.data?.passwordReset === true && (
        <p className={styles['other']}>
          <Link href="/forgot-password">{t('login.forgot')}</Link>
        </p>
      )}
    </AuthLayout>
  );
};

export const LoginPage = () => {
  const [step, setStep] = useState<SecondStep | null>(null);
  return step === null ? (
    <PasswordStep onProven={setStep} />
  ) : (
    <SecondStepForm step={step} onBack={() => setStep(null)} />
  );
};
