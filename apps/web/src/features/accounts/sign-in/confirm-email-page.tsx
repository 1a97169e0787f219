import { confirmNewEmail } from '@izgodno/contract/accounts/email-calls';
import { confirmEmail } from '@izgodno/contract/accounts/mail-calls';
import { useState } from 'react';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { useForm } from '#core/forms/use-form.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { LOGIN_PATH } from '#core/session/return-path.ts';
import { Button } from '#shared/ui/button.tsx';
import { AuthLayout, DoneNotice, FormFailure } from './auth-layout.tsx';
import { useLinkPurpose, useMailedToken } from './mailed-link.ts';
import styles from './auth-forms.module.css';

/**
 * The target of the confirmation link. A button confirms, not the visit, because mail scanners open
 * links too.
 */
export const ConfirmEmailPage = () => {
  const { t } = useLanguage();
  const token = useMailedToken();
  const isChange = useLinkPurpose() === 'change';
  const [done, setDone] = useState(false);
  const { form, failure, busy, onSubmit } = useForm({
    fields: [],
    check: () => ({}),
    send: async () => {
      await api.call(isChange ? confirmNewEmail : confirmEmail, { body: { token } });
      setDone(true);
    },
  });
  return (
    <AuthLayout
      title={t('confirm.title')}
      other={<Link href={LOGIN_PATH}>{t('login.title')}</Link>}
    >
      {done ? (
        <DoneNotice>{t(isChange ? 'confirm.change.done' : 'confirm.done')}</DoneNotice>
      ) : (
        <form ref={form} className={styles['form']} onSubmit={onSubmit}>
          {failure !== null && <FormFailure>{t(actionErrorText(failure))}</FormFailure>}
          <p>{t(isChange ? 'confirm.change.hint' : 'confirm.hint')}</p>
          <Button type="submit" tone="primary" disabled={busy}>
            {t(busy ? 'confirm.busy' : 'confirm.submit')}
          </Button>
        </form>
      )}
    </AuthLayout>
  );
};
