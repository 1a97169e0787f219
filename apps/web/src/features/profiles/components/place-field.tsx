import { MAX_LOCATION_QUERY_LENGTH } from '@izgodno/contract/locations/calls';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { isNamed, locationsQuery } from '#features/locations/api.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { TextField } from '#shared/ui/text-field.tsx';

/** How long typing must pause before places are asked for, in milliseconds. */
const TYPING_PAUSE_MS = 150;

/** What is typed, and the id of the place it names: null where none is typed, undefined where it names none. */
export interface PlaceValue {
  readonly text: string;
  readonly id: string | null | undefined;
}

interface PlaceFieldProps {
  readonly value: PlaceValue;
  readonly fault: string | undefined;
  readonly onChange: (value: PlaceValue) => void;
}

/** A place in Bulgaria, typed in either script; the browser offers those that fit. */
export const PlaceField = ({ value, fault, onChange }: PlaceFieldProps) => {
  const { code, t } = useLanguage();
  const listId = useId();
  const { data: places = [] } = useQuery(
    locationsQuery(useDebounced(value.text.trim(), TYPING_PAUSE_MS)),
  );
  const idOf = (text: string): string | null | undefined =>
    text.trim() === '' ? null : places.find((place) => isNamed(place, text))?.id;
  return (
    <TextField
      label={t('profile.place')}
      hint={t('profile.placeHint')}
      value={value.text}
      fault={fault}
      list={listId}
      autoComplete="off"
      maxLength={MAX_LOCATION_QUERY_LENGTH}
      onChange={({ target }) => onChange({ text: target.value, id: idOf(target.value) })}
      // The places that fit may have come after the last letter.
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
