import { forgotPassword } from '@izgodno/contract/accounts/mail-calls';
import { useState } from 'react';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { findFieldErrors, useForm } from '#core/forms/use-form.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { LOGIN_PATH } from '#core/session/return-path.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmailField } from '#shared/ui/text-field.tsx';
import { AuthLayout, DoneNotice, FormFailure } from './auth-layout.tsx';
import { fieldErrorText } from '../field-error-text.ts';
import styles from './auth-forms.module.css';

const fields = ['email'] as const;

/**
 * Requests a link to choose a new password. Shows the same result whether or not the account
 * exists.
 */
export const ForgotPasswordPage = () => {
  const { t } = useLanguage();
  const [sent, setSent] = useState(false);
  const { form, errors, failure, busy, onSubmit } = useForm({
    fields,
    check: (values) => findFieldErrors(forgotPassword.body, values),
    send: async (body) => {
      await api.call(forgotPassword, { body });
      setSent(true);
    },
  });
  return (
    <AuthLayout
      title={t('forgot.title')}
      other={<Link href={LOGIN_PATH}>{t('auth.backToSignIn')}</Link>}
    >
      {sent ? (
        <DoneNotice>{t('forgot.sent')}</DoneNotice>
      ) : (
        <form ref={form} noValidate className={styles['form']} onSubmit={onSubmit}>
          {failure !== null && <FormFailure>{t(actionErrorText(failure))}</FormFailure>}
          <p>{t('forgot.hint')}</p>
          <EmailField
            label={t('field.email')}
            autoComplete="username"
            error={errors.email && fieldErrorText(t, 'email', errors.email)}
          />
          <Button type="submit" tone="primary" disabled={busy}>
            {t(busy ? 'forgot.busy' : 'forgot.submit')}
          </Button>
        </form>
      )}
    </AuthLayout>
  );
};
