import { changeEmail, changePassword } from '@izgodno/contract/accounts/calls';
import type { AccountEmail } from '@izgodno/contract/accounts/email-calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { errorText } from '#core/api/error-text.ts';
import { FailedQuery } from '#core/failed-query.tsx';
import { findFieldErrors } from '#core/forms/use-form.ts';
import { NewPasswordField } from '../new-password-field.tsx';
import { exactTime } from '#core/format/relative-time.ts';
import { useLanguage } from '#core/language/language.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { Button } from '#shared/ui/button.tsx';
import { EmailField } from '#shared/ui/text-field.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { emailQuery, askForConfirmation, chooseEmail, choosePassword } from './calls.ts';
import { CredentialForm } from './credential-form.tsx';
import { Section } from '#shared/ui/section.tsx';
import styles from './settings.module.css';

const emailFields = ['email', 'currentPassword'] as const;
const passwordFields = ['newPassword', 'currentPassword'] as const;

/**
 * The state of the email address, if mail can be sent: whether it is confirmed, and which one
 * replaces it.
 */
const EmailState = ({ email }: { email: AccountEmail }) => {
  const { t, code } = useLanguage();
  const send = useMutation({
    mutationFn: askForConfirmation,
    onSuccess: () => showToast(t('settings.confirmationSent'), 'success'),
    onError: (error) => showToast(t(errorText(error)), 'error'),
  });
  if (!email.mails) return null;
  return (
    <>
      {!email.confirmed && (
        <>
          <p>{t('settings.emailUnproven')}</p>
          <Button
            className={styles['submit']}
            disabled={send.isPending}
            onClick={() => send.mutate()}
          >
            {t('settings.sendConfirmation')}
          </Button>
        </>
      )}
      {email.pending !== null && (
        <p>
          {t('settings.emailPending', {
            email: email.pending.email,
            until: exactTime(email.pending.until, code),
          })}
        </p>
      )}
    </>
  );
};

export const EmailSection = () => {
  const { t } = useLanguage();
  const user = useUser();
  const email = useQuery(emailQuery);
  return (
    <Section
      title={t('settings.email')}
      text={user === null ? undefined : t('settings.emailNow', { email: user.email })}
    >
      {email.isError && <FailedQuery query={email} />}
      {email.data !== undefined && <EmailState email={email.data} />}
      <CredentialForm
        fields={emailFields}
        check={(values) => findFieldErrors(changeEmail.body, values)}
        send={async (values) => {
          const isDone = await chooseEmail(values);
          showToast(t(isDone ? 'settings.emailChanged' : 'settings.emailAsked'), 'success');
          await email.refetch();
        }}
        submit={t('settings.changeEmail')}
      >
        {(error) => <EmailField label={t('settings.newEmail')} error={error('email')} />}
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
        check={(values) => findFieldErrors(changePassword.body, values)}
        send={async (values) => {
          await choosePassword(values);
          showToast(t('settings.passwordChanged'), 'success');
        }}
        submit={t('settings.changePassword')}
      >
        {(error) => (
          <>
            {/* Password managers store the new password under this name. */}
            <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
            <NewPasswordField
              label={t('field.newPassword')}
              name="newPassword"
              required
              error={error('newPassword')}
            />
          </>
        )}
      </CredentialForm>
    </Section>
  );
};
