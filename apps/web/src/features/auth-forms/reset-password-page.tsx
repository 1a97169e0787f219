import { resetPassword } from '@izgodno/contract/session/mail-calls';
import { useState } from 'react';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { findFaults } from '#core/credentials/field-faults.ts';
import { NewPasswordField } from '#core/credentials/new-password-field.tsx';
import { useForm } from '#core/credentials/use-form.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { LOGIN_PATH } from '#core/session/return-path.ts';
import { Button } from '#shared/ui/button.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FormFailure } from './form-failure.tsx';
import { newPasswordFaultText } from './new-password-fault-text.ts';
import { useMailedToken } from './use-mailed-token.ts';
import styles from './auth-forms.module.css';

const fields = ['password'] as const;

/** Where the link of a mail leads: a new password, and then the sign-in page. */
export const ResetPasswordPage = () => {
  const { t } = useLanguage();
  const token = useMailedToken();
  const [done, setDone] = useState(false);
  const { form, faults, failure, busy, onSubmit } = useForm({
    fields,
    check: (values) => findFaults(resetPassword.body, values),
    send: async ({ password }) => {
      await api.call(resetPassword, { body: { token, password } });
      setDone(true);
    },
  });
  return (
    <AuthLayout
      title={t('reset.title')}
      other={
        <Link href={done ? LOGIN_PATH : '/forgot-password'}>
          {t(done ? 'login.title' : 'reset.another')}
        </Link>
      }
    >
      {done ? (
        <output className={styles['notice']}>{t('reset.done')}</output>
      ) : (
        <form ref={form} noValidate className={styles['form']} onSubmit={onSubmit}>
          {failure !== null && <FormFailure>{t(actionErrorText(failure))}</FormFailure>}
          <NewPasswordField
            label={t('field.newPassword')}
            name="password"
            required
            fault={faults.password && newPasswordFaultText(t, faults.password)}
          />
          <Button type="submit" tone="primary" aria-disabled={busy}>
            {t(busy ? 'reset.busy' : 'reset.submit')}
          </Button>
        </form>
      )}
    </AuthLayout>
  );
};
