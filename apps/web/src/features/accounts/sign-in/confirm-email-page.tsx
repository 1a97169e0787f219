import { confirmNewEmail } from '@izgodno/contract/accounts/email-calls';
import { confirmEmail } from '@izgodno/contract/accounts/mail-calls';
import { useState } from 'react';
import { api } from '#core/api/api.ts';
import { useForm } from '#core/forms/use-form.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { useUser } from '#core/session/browser/use-session.ts';
import { LOGIN_PATH } from '#core/session/return-path.ts';
import { Button } from '#shared/ui/button.tsx';
import { AuthLayout, DoneNotice, FormFailure } from './auth-layout.tsx';
import { LinkFailure } from './link-failure.tsx';
import { useMailedLink, type MailedLink } from './mailed-link.ts';
import styles from './auth-forms.module.css';

const SETTINGS_PATH = '/settings';

/**
 * The target of the confirmation link. A button confirms, not the visit, because mail scanners open
 * links too.
 */
export const ConfirmEmailPage = () => {
  const link = useMailedLink();
  return <Confirmation key={link.token} {...link} />;
};

const Confirmation = ({ token, purpose }: MailedLink) => {
  const { t } = useLanguage();
  const user = useUser();
  const isChange = purpose === 'change';
  const [done, setDone] = useState(false);
  const { form, failure, busy, onSubmit } = useForm({
    fields: [],
    check: () => ({}),
    send: async () => {
      await api.call(isChange ? confirmNewEmail : confirmEmail, { body: { token } });
      setDone(true);
    },
  });
  const content = () => {
    if (token === '') return <FormFailure>{t('link.incomplete')}</FormFailure>;
    if (done)
      return <DoneNotice>{t(isChange ? 'confirm.change.done' : 'confirm.done')}</DoneNotice>;
    return (
      <form ref={form} className={styles['form']} onSubmit={onSubmit}>
        {failure !== null && (
          <LinkFailure
            error={failure}
            instead={{
              href: SETTINGS_PATH,
              text: isChange ? 'confirm.change.again' : 'confirm.again',
            }}
          />
        )}
        <p>{t(isChange ? 'confirm.change.hint' : 'confirm.hint')}</p>
        <Button type="submit" tone="primary" disabled={busy}>
          {t(busy ? 'confirm.busy' : 'confirm.submit')}
        </Button>
      </form>
    );
  };
  return (
    <AuthLayout
      title={t('confirm.title')}
      other={
        user === null ? (
          <Link href={LOGIN_PATH}>{t('login.title')}</Link>
        ) : (
          <Link href={SETTINGS_PATH}>{t('menu.settings')}</Link>
        )
      }
    >
      {content()}
    </AuthLayout>
  );
};
