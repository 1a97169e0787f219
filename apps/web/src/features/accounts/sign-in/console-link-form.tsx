import { ApiError } from '@izgodno/contract/common/client';
import { makeFirstAdministrator } from '@izgodno/contract/accounts/address-calls';
import { register } from '@izgodno/contract/accounts/calls';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { faultText, findFaults } from '#core/forms/field-faults.ts';
import { NewPasswordField } from '../new-password-field.tsx';
import { useForm } from '#core/forms/use-form.ts';
import { useLanguage, type MessageKey } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmailField } from '#shared/ui/email-field.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { FormFailure } from './form-failure.tsx';
import { newPasswordFaultText } from './new-password-fault-text.ts';
import { useMailedToken } from './use-mailed-token.ts';
import styles from './auth-forms.module.css';

const fields = ['name', 'email', 'password'] as const;

const failureText = (failure: unknown): MessageKey =>
  failure instanceof ApiError && failure.code === 'mail_link_invalid'
    ? 'console.expired'
    : actionErrorText(failure);

/** Creates the first administrator by the link that the server printed at its start. */
export const ConsoleLinkForm = ({ onDone }: { onDone: () => void }) => {
  const { t } = useLanguage();
  const token = useMailedToken();
  const { form, faults, failure, busy, onSubmit } = useForm({
    fields,
    check: (values) => findFaults(register.body, values),
    send: async (values) => {
      await api.call(makeFirstAdministrator, { body: { token, ...values } });
      onDone();
    },
  });
  return (
    <form ref={form} noValidate className={styles['form']} onSubmit={onSubmit}>
      {failure !== null && <FormFailure>{t(failureText(failure))}</FormFailure>}
      <p>{t('console.hint')}</p>
      <TextField
        label={t('field.name')}
        name="name"
        autoComplete="name"
        required
        fault={faults.name && faultText(t, 'name', faults.name)}
      />
      <EmailField
        label={t('field.email')}
        autoComplete="username"
        fault={faults.email && faultText(t, 'email', faults.email)}
      />
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
  );
};
