import {
  confirmAdministrator,
  undoEmailChange,
  makeFirstAdministrator,
} from '@izgodno/contract/accounts/email-calls';
import { resetPassword } from '@izgodno/contract/accounts/mail-calls';
import { useState } from 'react';
import { ApiError } from '@izgodno/contract/common/client';
import { register } from '@izgodno/contract/accounts/calls';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { findFieldErrors, useForm } from '#core/forms/use-form.ts';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { FORGOT_PATH, LOGIN_PATH } from '#core/session/return-path.ts';
import { Button } from '#shared/ui/button.tsx';
import { NewPasswordField, newPasswordErrorText } from '../new-password-field.tsx';
import { AuthLayout, DoneNotice, FormFailure } from './auth-layout.tsx';
import { LinkFailure, type Instead } from './link-failure.tsx';
import { useMailedLink, type MailedLink } from './mailed-link.ts';
import { NewAccountFields, newAccountFields } from './new-account-fields.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import styles from './auth-forms.module.css';

const failureText = (failure: unknown): TextKey =>
  failure instanceof ApiError && failure.code === 'mail_link_invalid'
    ? 'console.expired'
    : actionErrorText(failure);

interface FormProps {
  readonly token: string;
  readonly onDone: () => void;
}

/** Creates the first administrator by the link that the server printed at its start. */
const ConsoleLinkForm = ({ token, onDone }: FormProps) => {
  const { t } = useLanguage();
  const { form, errors, failure, busy, onSubmit } = useForm({
    fields: newAccountFields,
    check: (values) => findFieldErrors(register.body, values),
    send: async (values) => {
      await api.call(makeFirstAdministrator, { body: { token, ...values } });
      onDone();
    },
  });
  return (
    <form ref={form} noValidate className={styles['form']} onSubmit={onSubmit}>
      {failure !== null && <FormFailure>{t(failureText(failure))}</FormFailure>}
      <p>{t('console.hint')}</p>
      <NewAccountFields
        errors={errors}
        emailAutoComplete="username"
        passwordLabel={t('field.newPassword')}
      />
      <Button type="submit" tone="primary" disabled={busy}>
        {t(busy ? 'reset.busy' : 'reset.submit')}
      </Button>
    </form>
  );
};

const fields = ['password'] as const;

interface Purpose {
  readonly call: typeof resetPassword | typeof undoEmailChange | typeof confirmAdministrator;
  readonly title: TextKey;
  readonly hint: TextKey | null;
  readonly done: TextKey;
  /** What remains to be done if the link is over; null if another can be requested. */
  readonly instead: Instead | null;
}

const recovery: Purpose = {
  call: resetPassword,
  title: 'reset.title',
  hint: null,
  done: 'reset.done',
  instead: null,
};

const purposeOf = (name: string | null): Purpose => {
  switch (name) {
    case 'administrator':
      return {
        call: confirmAdministrator,
        title: 'reset.administrator.title',
        hint: 'reset.administrator.hint',
        done: 'reset.administrator.done',
        instead: null,
      };
    case 'undo':
      return {
        call: undoEmailChange,
        title: 'reset.undo.title',
        hint: 'reset.undo.hint',
        done: 'reset.undo.done',
        instead: { href: '/contact', text: 'reset.undo.contact' },
      };
    default:
      return recovery;
  }
};

const NewPasswordForm = ({ purpose, token, onDone }: FormProps & { purpose: Purpose }) => {
  const { t } = useLanguage();
  const { form, errors, failure, busy, onSubmit } = useForm({
    fields,
    check: (values) => findFieldErrors(resetPassword.body, values),
    send: async ({ password }) => {
      await api.call(purpose.call, { body: { token, password } });
      onDone();
    },
  });
  return (
    <form ref={form} noValidate className={styles['form']} onSubmit={onSubmit}>
      {failure !== null && <LinkFailure error={failure} instead={purpose.instead} />}
      {purpose.hint !== null && <p>{t(purpose.hint)}</p>}
      <NewPasswordField
        label={t('field.newPassword')}
        name="password"
        required
        error={errors.password && newPasswordErrorText(t, errors.password)}
      />
      <Button type="submit" tone="primary" disabled={busy}>
        {t(busy ? 'reset.busy' : 'reset.submit')}
      </Button>
    </form>
  );
};

/** The target of a link for choosing a new password: a form, then the way to the sign-in page. */
export const ResetPasswordPage = () => {
  const link = useMailedLink();
  return <NewPassword key={link.token} {...link} />;
};

const NewPassword = ({ token, purpose: name }: MailedLink) => {
  const { t } = useLanguage();
  const [done, setDone] = useState(false);
  const isConsole = name === 'console';
  const purpose = purposeOf(isConsole ? 'administrator' : name);
  const canAskAgain = purpose.instead === null && !isConsole;
  const onDone = () => setDone(true);
  if (done)
    return (
      <AuthLayout title={t(purpose.title)} other={<SignInAgain />}>
        <DoneNotice>{t(purpose.done)}</DoneNotice>
      </AuthLayout>
    );
  return (
    <AuthLayout
      title={t(purpose.title)}
      other={
        <Link href={canAskAgain ? FORGOT_PATH : LOGIN_PATH}>
          {t(canAskAgain ? 'reset.another' : 'login.title')}
        </Link>
      }
    >
      {token === '' && <FormFailure>{t('link.incomplete')}</FormFailure>}
      {token !== '' && isConsole && <ConsoleLinkForm token={token} onDone={onDone} />}
      {token !== '' && !isConsole && (
        <NewPasswordForm purpose={purpose} token={token} onDone={onDone} />
      )}
    </AuthLayout>
  );
};
