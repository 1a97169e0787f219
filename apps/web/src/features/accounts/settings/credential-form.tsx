import { useState, type ReactNode } from 'react';
import { errorText } from '#core/api/error-text.ts';
import {
  type FieldErrors,
  type CredentialName,
  useForm,
  type FormValues,
} from '#core/forms/use-form.ts';
import { PasswordField } from '../password-field.tsx';
import { useLanguage, type TextKey } from '#core/language/language.ts';
import { Button, type ButtonTone } from '#shared/ui/button.tsx';
import { fieldErrorText } from '../field-error-text.ts';
import styles from './settings.module.css';

interface CredentialFormProps<Field extends CredentialName> {
  /** The fields in order; the form adds `currentPassword` at the end. */
  readonly fields: readonly Field[];
  readonly check: (values: FormValues<Field>) => FieldErrors;
  readonly send: (values: FormValues<Field>) => Promise<void>;
  readonly submit: string;
  readonly tone?: ButtonTone;
  /** The text for a failure that no field shows. */
  readonly failureText?: (failure: unknown) => TextKey;
  readonly children?: (error: (field: Field) => string | undefined) => ReactNode;
}

/** A change that requires the current password. The form resets after the change. */
export const CredentialForm = <Field extends CredentialName>({
  fields,
  check,
  send,
  submit,
  tone = 'secondary',
  failureText = errorText,
  children,
}: CredentialFormProps<Field>) => {
  const { t } = useLanguage();
  const [round, setRound] = useState(0);
  const { form, errors, failure, busy, onSubmit } = useForm({
    fields,
    check,
    send: async (values) => {
      await send(values);
      setRound(round + 1);
    },
  });
  const error = (field: CredentialName): string | undefined => {
    const code = errors[field];
    return code === undefined ? undefined : fieldErrorText(t, field, code);
  };
  return (
    <form ref={form} key={round} noValidate className={styles['form']} onSubmit={onSubmit}>
      {failure !== null && (
        <p role="alert" className={styles['failure']}>
          {t(failureText(failure))}
        </p>
      )}
      {children?.(error)}
      <PasswordField
        label={t('field.currentPassword')}
        name="currentPassword"
        autoComplete="current-password"
        required
        error={error('currentPassword')}
      />
      <Button type="submit" tone={tone} disabled={busy} className={styles['submit']}>
        {submit}
      </Button>
    </form>
  );
};
