import { PASSKEY_NAME_LENGTH } from '@izgodno/contract/accounts/limits';
import { useId, type ReactNode } from 'react';
import { type FieldErrors, useForm, type FormValues } from '#core/forms/use-form.ts';
import { useLanguage } from '#core/language/language.ts';
import { siteName } from '#core/page-title.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { copyText } from '#shared/copy-text.ts';
import { saveFile } from '#shared/save-file.ts';
import { PasswordField } from '../../password-field.tsx';
import { passkeyFailureText } from '../../passkeys.ts';
import settings from '../settings.module.css';
import { fieldErrorText } from '../../field-error-text.ts';
import styles from './second-factor.module.css';

const FILE = 'izgodno-recovery-codes.txt';

/**
 * Shows the recovery codes, once. Escape does not close the dialog; the user must press a button.
 */
export const CodesDialog = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => {
  const { t } = useLanguage();
  const text = codes.join('\n');
  const texts = { copied: t('factors.copied'), notCopied: t('factors.notCopied') };
  return (
    <Dialog
      open
      title={t('factors.codes')}
      actions={
        <>
          <Button onClick={() => void copyText(text, texts)}>{t('factors.copy')}</Button>
          <Button onClick={() => saveFile(`${siteName()}\n\n${text}\n`, FILE, 'text/plain')}>
            {t('factors.download')}
          </Button>
          <Button tone="primary" onClick={onClose}>
            {t('factors.codesStored')}
          </Button>
        </>
      }
    >
      <p>{t('factors.codesText')}</p>
      <ul className={styles['codes']} aria-label={t('factors.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code className={styles['code']}>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};

const fields = ['name', 'code', 'currentPassword'] as const;
type Field = (typeof fields)[number];

interface FactorDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly tone?: 'primary' | 'danger';
  /** The fields of the form; a name may have a default. */
  readonly asks: readonly Field[];
  readonly name?: string;
  readonly send: (values: FormValues<Field>) => Promise<void>;
  readonly onClose: () => void;
  /** Shown above the fields. */
  readonly children?: ReactNode;
  /** Shown below the fields, the first of which has the focus. */
  readonly below?: ReactNode;
}

/** Changes a sign-in method, with the fields that the change requires. */
export const FactorDialog = ({
  title,
  submit,
  tone = 'primary',
  asks,
  name,
  send,
  onClose,
  children,
  below,
}: FactorDialogProps) => {
  const { t } = useLanguage();
  const id = useId();
  const { form, errors, failure, busy, onSubmit } = useForm({
    fields,
    check: (values): FieldErrors =>
      Object.fromEntries(
        asks.filter((field) => values[field].trim() === '').map((field) => [field, 'too_small']),
      ),
    send,
  });
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('settings.cancel')}
          </Button>
          <Button type="submit" form={id} tone={tone} disabled={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} ref={form} noValidate className={settings['form']} onSubmit={onSubmit}>
        {failure !== null && (
          <p role="alert" className={settings['failure']}>
            {t(passkeyFailureText(failure))}
          </p>
        )}
        {children}
        {asks.includes('name') && (
          <TextField
            label={t('factors.passkeyName')}
            hint={t('factors.passkeyNameHint')}
            name="name"
            defaultValue={name}
            maxLength={PASSKEY_NAME_LENGTH.maximum}
            autoComplete="off"
            required
            error={errors.name && t('factors.nameError')}
          />
        )}
        {asks.includes('code') && (
          <TextField
            label={t('factors.appCode')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            error={errors.code && fieldErrorText(t, 'code', errors.code)}
          />
        )}
        {asks.includes('currentPassword') && (
          <PasswordField
            label={t('field.currentPassword')}
            name="currentPassword"
            autoComplete="current-password"
            required
            error={
              errors.currentPassword && fieldErrorText(t, 'currentPassword', errors.currentPassword)
            }
          />
        )}
        {below}
      </form>
    </Dialog>
  );
};
