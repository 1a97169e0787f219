import {
  finishWithPasskey,
  finishWithRecoveryCode,
  finishWithTotp,
} from '@izgodno/contract/accounts/factor-calls';
import type { SecondStep } from '@izgodno/contract/accounts/second-factor';
import { useState } from 'react';
import { api } from '#core/api/api.ts';
import { useForm } from '#core/forms/use-form.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { askForPasskey, passkeyFailureText, supportsPasskeys } from '../passkeys.ts';
import { enterSession } from '#core/session/browser/sign-in.ts';
import { Button } from '#shared/ui/button.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { SignInFailure } from './sign-in-failure.tsx';
import { useReturn } from './use-return.ts';
import { fieldErrorText } from '../field-error-text.ts';
import styles from './auth-forms.module.css';

type Method = SecondStep['methods'][number];

const fields = ['code'] as const;

const others = {
  passkey: 'second.usePasskey',
  totp: 'second.useApp',
  recovery_code: 'second.useRecoveryCode',
} as const satisfies Record<Method, string>;

const CodeForm = ({
  challenge,
  method,
}: {
  challenge: string;
  method: 'totp' | 'recovery_code';
}) => {
  const { t } = useLanguage();
  const call = method === 'totp' ? finishWithTotp : finishWithRecoveryCode;
  const { form, errors, failure, busy, onSubmit } = useForm({
    fields,
    check: ({ code }) => (code.trim() === '' ? { code: 'too_small' } : {}),
    send: async ({ code }) => enterSession(await api.call(call, { body: { challenge, code } })),
  });
  return (
    <form ref={form} noValidate className={styles['form']} onSubmit={onSubmit}>
      {failure !== null && <SignInFailure error={failure} textOf={passkeyFailureText} />}
      <TextField
        // The code field is the purpose of this step.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        label={t(method === 'totp' ? 'second.code' : 'second.recoveryCode')}
        hint={t(method === 'totp' ? 'second.codeHint' : 'second.recoveryCodeHint')}
        name="code"
        autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
        inputMode={method === 'totp' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.code && fieldErrorText(t, 'code', errors.code)}
      />
      <Button type="submit" tone="primary" disabled={busy}>
        {t('second.submit')}
      </Button>
    </form>
  );
};

const PasskeyForm = ({ step }: { step: SecondStep }) => {
  const { t } = useLanguage();
  const { form, failure, busy, onSubmit } = useForm({
    fields: [],
    check: () => ({}),
    send: async () => {
      if (step.passkey === null) return;
      const assertion = await askForPasskey(step.passkey);
      const body = { challenge: step.challenge, assertion };
      enterSession(await api.call(finishWithPasskey, { body }));
    },
  });
  return (
    <form ref={form} noValidate className={styles['form']} onSubmit={onSubmit}>
      {failure !== null && <SignInFailure error={failure} textOf={passkeyFailureText} />}
      <p>{t('second.passkeyText')}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the code field is the purpose of this step. */}
      <Button type="submit" tone="primary" disabled={busy} autoFocus>
        {t('second.usePasskey')}
      </Button>
    </form>
  );
};

/** The second factor, required after the password. */
export const SecondStepForm = ({ step, onBack }: { step: SecondStep; onBack: () => void }) => {
  const { t } = useLanguage();
  useReturn();
  const methods = step.methods.filter((method) => method !== 'passkey' || supportsPasskeys());
  const [chosen, setChosen] = useState<Method>(methods[0] ?? 'recovery_code');
  return (
    <AuthLayout
      title={t('second.title')}
      other={
        <button type="button" className={styles['plain']} onClick={onBack}>
          {t('auth.backToSignIn')}
        </button>
      }
    >
      {chosen === 'passkey' ? (
        <PasskeyForm step={step} />
      ) : (
        <CodeForm key={chosen} challenge={step.challenge} method={chosen} />
      )}
      {methods
        .filter((method) => method !== chosen)
        .map((method) => (
          <Button key={method} onClick={() => setChosen(method)}>
            {t(others[method])}
          </Button>
        ))}
      <p className={styles['other']}>
        <Link href="/contact">{t('second.lost')}</Link>
      </p>
    </AuthLayout>
  );
};
