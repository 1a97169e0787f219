import { ABOUT_LENGTH, type Profile } from '@izgodno/contract/profiles/calls';
import { ApiError } from '@izgodno/contract/common/client';
import { NAME_LENGTH } from '@izgodno/contract/accounts/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { saveProfile } from '../calls.ts';
import { ProfileLocationField, type LocationValue } from './profile-location-field.tsx';
import styles from './profile.module.css';

type FieldName = 'name' | 'about' | 'location';

const hasFieldError = (error: unknown, field: FieldName): boolean =>
  error instanceof ApiError && error.fields[field] !== undefined;

/** The form of the user's profile. */
export const ProfileForm = ({ profile }: { profile: Profile }) => {
  const { t, code } = useLanguage();
  const queries = useQueryClient();
  const [name, setName] = useState(profile.name);
  const [about, setAbout] = useState(profile.about);
  const [place, setPlace] = useState<LocationValue>({
    text: profile.location?.name[code] ?? '',
    id: profile.location?.id ?? null,
  });
  const saving = useMutation({
    mutationFn: () => {
      // The name of no location: the server finds none and reports it beside the field.
      const location = place.id === undefined ? place.text : place.id;
      return saveProfile(queries, { name, about, location });
    },
    onSuccess: () => void showToast(t('profile.saved'), 'success'),
  });
  const { error } = saving;
  const isFieldError = error instanceof ApiError && Object.keys(error.fields).length > 0;
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <TextField
        label={t('profile.name')}
        value={name}
        autoComplete="name"
        required
        minLength={NAME_LENGTH.minimum}
        maxLength={NAME_LENGTH.maximum}
        error={
          hasFieldError(error, 'name') ? t('profile.error.name', { ...NAME_LENGTH }) : undefined
        }
        onChange={({ target }) => setName(target.value)}
      />
      <Field
        label={t('profile.about')}
        hint={t('profile.aboutHint')}
        error={hasFieldError(error, 'about') ? t('profile.error.about') : undefined}
        renderControl={(attributes) => (
          <textarea
            {...attributes}
            className={`${attributes.className} ${styles['about']}`}
            rows={4}
            maxLength={ABOUT_LENGTH.maximum}
            value={about}
            onChange={({ target }) => setAbout(target.value)}
          />
        )}
      />
      <ProfileLocationField
        value={place}
        error={hasFieldError(error, 'location') ? t('profile.error.location') : undefined}
        onChange={setPlace}
      />
      {error !== null && !isFieldError && (
        <p role="alert" className={styles['failure']}>
          {t(actionErrorText(error))}
        </p>
      )}
      <Button type="submit" tone="primary" className={styles['submit']} disabled={saving.isPending}>
        {t('profile.save')}
      </Button>
    </form>
  );
};
