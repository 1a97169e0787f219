import { ABOUT_LENGTH, type Profile } from '@izgodno/contract/profiles/calls';
import { ApiError } from '@izgodno/contract/common/client';
import { NAME_LENGTH } from '@izgodno/contract/accounts/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { MAX_LOCATION_QUERY_LENGTH } from '@izgodno/contract/locations/calls';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { Field } from '#shared/ui/field.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { isNamed, locationsQuery } from '#features/locations/api.ts';
import { useAskBeforeLeaving } from '#shared/hooks/use-ask-before-leaving.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { saveProfile } from '../calls.ts';
import styles from './profile.module.css';

/** Delay after typing until locations are requested, in milliseconds. */
const TYPING_PAUSE_MS = 150;

/**
 * The typed text and the id of its location: null if nothing is typed, undefined if no location has
 * that name.
 */
interface LocationValue {
  readonly text: string;
  readonly id: string | null | undefined;
}

interface ProfileLocationFieldProps {
  readonly value: LocationValue;
  readonly error: string | undefined;
  readonly onChange: (value: LocationValue) => void;
}

/** A location in Bulgaria, typed in either script, with the browser's suggestions. */
const ProfileLocationField = ({ value, error, onChange }: ProfileLocationFieldProps) => {
  const { code, t } = useLanguage();
  const listId = useId();
  const { data: locations = [] } = useQuery(
    locationsQuery(useDebounced(value.text.trim(), TYPING_PAUSE_MS)),
  );
  const idOf = (text: string): string | null | undefined =>
    text.trim() === '' ? null : locations.find((location) => isNamed(location, text))?.id;
  return (
    <TextField
      label={t('profile.location')}
      hint={t('profile.locationHint')}
      value={value.text}
      error={error}
      list={listId}
      autoComplete="off"
      maxLength={MAX_LOCATION_QUERY_LENGTH}
      onChange={({ target }) => onChange({ text: target.value, id: idOf(target.value) })}
      // Suggestions may have arrived after the last letter.
      onBlur={() => {
        if (value.id === undefined) onChange({ text: value.text, id: idOf(value.text) });
      }}
    >
      <datalist id={listId}>
        {locations.map(({ id, name, district }) => (
          <option key={id} value={name[code]}>
            {district?.[code] ?? name[code]}
          </option>
        ))}
      </datalist>
    </TextField>
  );
};

type FieldName = 'name' | 'about' | 'location';

const hasFieldError = (error: unknown, field: FieldName): boolean =>
  error instanceof ApiError && error.fields[field] !== undefined;

/** The form of the user's profile. */
export const ProfileForm = ({ profile }: { profile: Profile }) => {
  const { t, code } = useLanguage();
  const queries = useQueryClient();
  const [name, setName] = useState(profile.name);
  const [about, setAbout] = useState(profile.about);
  const [chosen, setChosen] = useState<LocationValue>({
    text: profile.location?.name[code] ?? '',
    id: profile.location?.id ?? null,
  });
  const typed = JSON.stringify([name, about, chosen.text]);
  const [saved, setSaved] = useState(typed);
  useAskBeforeLeaving(typed !== saved);
  const saving = useMutation({
    mutationFn: (_sent: string) => {
      // The name of no location: the server finds none and reports it beside the field.
      const location = chosen.id === undefined ? chosen.text : chosen.id;
      return saveProfile(queries, { name, about, location });
    },
    onSuccess: (_, sent) => {
      setSaved(sent);
      showToast(t('profile.saved'), 'success');
    },
  });
  const { error } = saving;
  const isFieldError = error instanceof ApiError && Object.keys(error.fields).length > 0;
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(typed);
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
        value={chosen}
        error={hasFieldError(error, 'location') ? t('profile.error.location') : undefined}
        onChange={setChosen}
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
