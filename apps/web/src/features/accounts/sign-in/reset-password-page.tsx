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
import { LOGIN_PATH } from '#core/session/return-path.ts';
import { Button } from '#shared/ui/button.tsx';
import { NewPasswordField, newPasswordErrorText } from '../new-password-field.tsx';
import { AuthLayout, DoneNotice, FormFailure } from './auth-layout.tsx';
import { useLinkPurpose, useMailedToken } from './mailed-link.ts';
import { NewAccountFields, newAccountFields } from './new-account-fields.tsx';
import styles from './auth-forms.module.css';

const failureText = (failure: unknown): TextKey =>
  failure instanceof ApiError && failure.code === 'mail_link_invalid'
    ? 'console.expired'
    : actionErrorText(failure);

/** Creates the first administrator by the link that the server printed at its start. */
const ConsoleLinkForm = ({ onDone }: { onDone: () => void }) => {
  const { t } = useLanguage();
  const token = useMailedToken();
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
}

const recovery: Purpose = {
  call: resetPassword,
  title: 'reset.title',
  hint: null,
  done: 'reset.done',
};

const purposeOf = (name: string | null): Purpose => {
  switch (name) {
    case 'administrator':
      return {
        call: confirmAdministrator,
        title: 'reset.administrator.title',
        hint: 'reset.administrator.hint',
        done: 'reset.administrator.done',
      };
    case 'undo':
      return {
        call: undoEmailChange,
        title: 'reset.undo.title',
        hint: 'reset.undo.hint',
        done: 'reset.undo.done',
      };
    default:
      return recovery;
  }
};

const NewPasswordForm = ({ purpose, onDone }: { purpose: Purpose; onDone: () => void }) => {
  const { t } = useLanguage();
  const token = useMailedToken();
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
      {failure !== null && <FormFailure>{t(actionErrorText(failure))}</FormFailure>}
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

/** The target of a link for choosing a new password: a form, then the sign-in page. */
export const ResetPasswordPage = () => {
  const { t } = useLanguage();
  const name = useLinkPurpose();
  const [done, setDone] = useState(false);
  const isConsole = name === 'console';
  const purpose = purposeOf(isConsole ? 'administrator' : name);
  const canAskAgain = purpose === recovery && !done;
  return (
    <AuthLayout
      title={t(purpose.title)}
      other={
        <Link href={canAskAgain ? '/forgot-password' : LOGIN_PATH}>
          {t(canAskAgain ? 'reset.another' : 'login.title')}
        </Link>
      }
    >
      {done && <DoneNotice>{t(purpose.done)}</DoneNotice>}
      {!done && isConsole && <ConsoleLinkForm onDone={() => setDone(true)} />}
      {!done && !isConsole && <NewPasswordForm purpose={purpose} onDone={() => setDone(true)} />}
    </AuthLayout>
  );
};
