// The combobox pattern: the field keeps the focus and receives the keys; the options are referenced
// by id.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */
import {
  MAX_LOCATION_QUERY_LENGTH,
  type LocationSuggestion,
} from '@izgodno/contract/locations/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { isNamed, locationsQuery } from '#features/locations/api.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { Field } from '#shared/ui/field.tsx';
import { optionByArrow } from '#shared/ui/option-by-arrow.ts';
import type { PostDraft } from '../model/draft.ts';
import styles from './location-field.module.css';

/** Delay after typing until locations are requested, in milliseconds. */
const TYPING_PAUSE_MS = 120;

type PostLocation = Pick<PostDraft, 'place' | 'location'>;

interface LocationFieldProps extends PostLocation {
  readonly error: string | undefined;
  readonly onChange: (location: PostLocation) => void;
}

/** A location in Bulgaria, typed in either script and chosen from a list. */
export const LocationField = ({ place, location, error, onChange }: LocationFieldProps) => {
  const { code, t } = useLanguage();
  const listId = useId();
  /** Null before the first focus: another tab shows the same draft. */
  const [open, setOpen] = useState<boolean | null>(null);
  const [active, setActive] = useState(-1);
  const asked = useDebounced(place.trim(), TYPING_PAUSE_MS);
  const isAsked = open !== null && location === null;
  const { data = [], isPlaceholderData } = useQuery(locationsQuery(isAsked ? asked : ''));
  const shown = open === true && isAsked && place.trim() !== '' ? data : [];

  const close = (): void => {
    setOpen(false);
    setActive(-1);
  };
  const choose = ({ id, name }: LocationSuggestion): void =>
    onChange({ place: name[code], location: { id, name } });

  /** A name typed in full selects its location; if several have that name, the user chooses one. */
  const chooseNamed = (): void => {
    if (asked !== place.trim() || isPlaceholderData) return;
    const [only, ...others] = data.filter((suggestion) => isNamed(suggestion, place));
    if (only !== undefined && others.length === 0) choose(only);
  };
  // On a slow line, the suggestions come after the user went on.
  useEffect(() => {
    if (open === false) chooseNamed();
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = shown[active];
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      choose(chosen);
      close();
    }
    if (event.key === 'Escape' && shown.length > 0) {
      event.preventDefault();
      setOpen(false);
    }
    const next = optionByArrow(event.key, active, shown.length);
    if (next === null) return;
    event.preventDefault();
    setOpen(true);
    setActive(next);
  };

  return (
    <div className={styles['location']}>
      <Field
        label={t('posts.location')}
        hint={t('posts.locationHint')}
        error={error}
        renderControl={(attributes) => (
          <input
            {...attributes}
            name="location"
            role="combobox"
            aria-expanded={shown.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_LOCATION_QUERY_LENGTH}
            value={place}
            onChange={({ target: { value } }) => {
              onChange({ place: value, location: null });
              setActive(-1);
              setOpen(true);
            }}
            onFocus={() => setOpen(true)}
            onBlur={() => {
              chooseNamed();
              close();
            }}
            onKeyDown={onKeyDown}
          />
        )}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={t('posts.locations')}
        className={styles['places']}
        hidden={shown.length === 0}
      >
        {shown.map((suggestion, rank) => (
          <div
            key={suggestion.id}
            id={`${listId}-${rank}`}
            role="option"
            aria-selected={rank === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              choose(suggestion);
              close();
            }}
          >
            {suggestion.name[code]}
            {suggestion.district !== undefined && <small>{suggestion.district[code]}</small>}
          </div>
        ))}
      </div>
    </div>
  );
};
