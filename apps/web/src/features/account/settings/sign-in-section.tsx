import { changeEmail, changePassword } from '@izgodno/contract/session/calls';
import { findFaults } from '#core/credentials/field-faults.ts';
import { NewPasswordField } from '#core/credentials/new-password-field.tsx';
import { useLanguage } from '#core/language/language.ts';
import { useUser } from '#core/session-browser/use-session.ts';
import { EmailField } from '#shared/ui/email-field.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { chooseEmail, choosePassword } from './api.ts';
import { CredentialForm } from './credential-form.tsx';
import { Section } from '#shared/ui/section.tsx';

const emailFields = ['email', 'currentPassword'] as const;
const passwordFields = ['newPassword', 'currentPassword'] as const;

export const EmailSection = () => {
  const { t } = useLanguage();
  const user = useUser();
  return (
    <Section
      title={t('settings.email')}
      text={user === null ? undefined : t('settings.emailNow', { email: user.email })}
    >
      <CredentialForm
        fields={emailFields}
        check={(values) => findFaults(changeEmail.body, values)}
        send={async (values) => {
          await chooseEmail(values);
          showToast(t('settings.emailChanged'), 'success');
        }}
        submit={t('settings.changeEmail')}
      >
        {(fault) => <EmailField label={t('settings.newEmail')} fault={fault('email')} />}
      </CredentialForm>
    </Section>
  );
};

export const PasswordSection = () => {
  const { t } = useLanguage();
  const user = useUser();
  return (
    <Section title={t('settings.password')}>
      <CredentialForm
        fields={passwordFields}
        check={(values) => findFaults(changePassword.body, values)}
        send={async (values) => {
          await choosePassword(values);
          showToast(t('settings.passwordChanged'), 'success');
        }}
        submit={t('settings.changePassword')}
      >
        {(fault) => (
          <>
            {/* Password managers store the new password under the name they find here. */}
            <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
            <NewPasswordField
              label={t('field.newPassword')}
              name="newPassword"
              required
              fault={fault('newPassword')}
            />
          </>
        )}
      </CredentialForm>
    </Section>
  );
};
