import { MAX_LOCATION_QUERY_LENGTH } from '@izgodno/contract/locations/calls';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { isNamed, locationsQuery } from '#features/locations/api.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { TextField } from '#shared/ui/text-field.tsx';

/** Delay after typing until locations are requested, in milliseconds. */
const TYPING_PAUSE_MS = 150;

/**
 * The typed text and the id of its location: null if nothing is typed, undefined if no location has
 * that name.
 */
export interface LocationValue {
  readonly text: string;
  readonly id: string | null | undefined;
}

interface ProfileLocationFieldProps {
  readonly value: LocationValue;
  readonly error: string | undefined;
  readonly onChange: (value: LocationValue) => void;
}

/** A location in Bulgaria, typed in either script, with the browser's suggestions. */
export const ProfileLocationField = ({ value, error, onChange }: ProfileLocationFieldProps) => {
  const { code, t } = useLanguage();
  const listId = useId();
  const { data: places = [] } = useQuery(
    locationsQuery(useDebounced(value.text.trim(), TYPING_PAUSE_MS)),
  );
  const idOf = (text: string): string | null | undefined =>
    text.trim() === '' ? null : places.find((place) => isNamed(place, text))?.id;
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
        {places.map(({ id, name, district }) => (
          <option key={id} value={name[code]}>
            {district?.[code] ?? name[code]}
          </option>
        ))}
      </datalist>
    </TextField>
  );
};
