import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { API_KEY_NAME_LENGTH } from '@izgodno/contract/accounts/key-calls';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { KeyScope } from '@izgodno/contract/common/key-scopes';
import { errorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { CheckField } from '#shared/ui/check-field.tsx';
import { Field } from '#shared/ui/field.tsx';
import { FormDialog } from '#shared/ui/form-dialog.tsx';
import { SecretDialog } from '#shared/ui/secret-dialog.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import settings from '../settings.module.css';
import { PasswordField } from '../../password-field.tsx';
import { factorsQuery } from '../calls.ts';
import { makeKey } from './calls.ts';

const LIFETIMES = [30, 90, 365] as const;
const [, USUAL_LIFETIME] = LIFETIMES;

interface MakeKeyDialogProps {
  /** The scopes that the user may give. */
  readonly scopes: readonly KeyScope[];
  readonly onMade: (secret: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name, the scopes and the lifetime of a new key; and the password, if it must. */
export const MakeKeyDialog = ({ scopes, onMade, onClose }: MakeKeyDialogProps) => {
  const { t } = useLanguage();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<KeyScope>>(new Set(['deals:read']));
  const [days, setDays] = useState<number>(USUAL_LIFETIME);
  const [password, setPassword] = useState('');
  const queries = useQueryClient();
  const isProofRequired = useQuery(factorsQuery).data?.proofRequired ?? false;
  const make = useMutation({
    mutationFn: makeKey,
    onSuccess: onMade,
    // The sign-in may no longer be recent.
    onError: () => void queries.invalidateQueries({ queryKey: factorsQuery.queryKey }),
  });
  const choose = (scope: KeyScope, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(scope);
    else next.delete(scope);
    setChosen(next);
  };
  return (
    <FormDialog
      title={t('keys.make')}
      className={settings['form']}
      cancelText={t('settings.cancel')}
      submitText={t('keys.makeSubmit')}
      disabled={
        name.trim() === '' ||
        chosen.size === 0 ||
        make.isPending ||
        (isProofRequired && password === '')
      }
      onSubmit={() =>
        make.mutate({
          name,
          scopes: [...chosen],
          ...(isProofRequired ? { currentPassword: password } : {}),
          ...(days === 0 ? {} : { expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() }),
        })
      }
      onClose={onClose}
    >
      {make.error !== null && (
        <p role="alert" className={settings['failure']}>
          {t(errorText(make.error))}
        </p>
      )}
      <TextField
        label={t('keys.name')}
        hint={t('keys.nameHint')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        maxLength={API_KEY_NAME_LENGTH.maximum}
        autoComplete="off"
        required
      />
      <fieldset className={settings['choices']}>
        <legend>{t('keys.scopes')}</legend>
        {scopes.map((scope) => (
          <CheckField
            key={scope}
            checked={chosen.has(scope)}
            onChange={(isChosen) => choose(scope, isChosen)}
          >
            {t(`keys.scope.${scope}`)}
          </CheckField>
        ))}
      </fieldset>
      <Field
        label={t('keys.lifetime')}
        renderControl={(attributes) => (
          <select
            {...attributes}
            value={days}
            onChange={({ target }) => setDays(Number(target.value))}
          >
            {LIFETIMES.map((lifetime) => (
              <option key={lifetime} value={lifetime}>
                {t('keys.days', { count: lifetime })}
              </option>
            ))}
            <option value={0}>{t('keys.noExpiry')}</option>
          </select>
        )}
      />
      {isProofRequired && (
        <PasswordField
          label={t('field.currentPassword')}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          autoComplete="current-password"
          required
        />
      )}
    </FormDialog>
  );
};

/** Shows a new key, once. */
export const NewKeyDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => {
  const { t } = useLanguage();
  const texts = {
    title: t('keys.secret'),
    text: t('keys.secretText'),
    copy: t('keys.copy'),
    copied: t('keys.copied'),
    notCopied: t('keys.notCopied'),
    stored: t('keys.stored'),
  };
  return <SecretDialog secret={secret} texts={texts} onClose={onClose} />;
};
