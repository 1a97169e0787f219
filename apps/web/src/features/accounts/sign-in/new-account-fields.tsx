import type { FieldErrors } from '#core/forms/use-form.ts';
import { useLanguage } from '#core/language/language.ts';
import { EmailField, TextField } from '#shared/ui/text-field.tsx';
import { fieldErrorText } from '../field-error-text.ts';
import { NewPasswordField, newPasswordErrorText } from '../new-password-field.tsx';

/** The names of the fields that `NewAccountFields` shows. */
export const newAccountFields = ['name', 'email', 'password'] as const;

interface NewAccountFieldsProps {
  readonly errors: FieldErrors;
  readonly emailAutoComplete: 'email' | 'username';
  readonly passwordLabel: string;
}

/** What a new account consists of. */
export const NewAccountFields = ({
  errors,
  emailAutoComplete,
  passwordLabel,
}: NewAccountFieldsProps) => {
  const { t } = useLanguage();
  return (
    <>
      <TextField
        label={t('field.name')}
        name="name"
        autoComplete="name"
        required
        error={errors.name && fieldErrorText(t, 'name', errors.name)}
      />
      <EmailField
        label={t('field.email')}
        autoComplete={emailAutoComplete}
        error={errors.email && fieldErrorText(t, 'email', errors.email)}
      />
      <NewPasswordField
        label={passwordLabel}
        name="password"
        required
        error={errors.password && newPasswordErrorText(t, errors.password)}
      />
    </>
  );
};
