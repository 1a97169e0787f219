// The combobox pattern: the field keeps the focus and receives the keys; the options are referenced
// by id.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */
import type { ChatUser } from '@izgodno/contract/chat/channel';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { TextField } from '#shared/ui/text-field.tsx';
import { useLanguage } from '#core/language/language.ts';
import { usersQuery } from './users-query.ts';
import { UserMark } from './user-mark.tsx';
import styles from '../channels/info/info.module.css';

/** Delay after typing until the server is called, in milliseconds. */
const PAUSE_MS = 200;

interface UserPickerProps {
  readonly label: string;
  readonly onPick: (user: ChatUser) => void;
}

/** Finds a user by the beginning of the name. */
export const UserPicker = ({ label, onPick }: UserPickerProps) => {
  const { t } = useLanguage();
  const listId = useId();
  const [text, setText] = useState('');
  const [marked, setMarked] = useState(0);
  const search = useDebounced(text.trim(), PAUSE_MS);
  const { data: users = [], isSuccess } = useQuery({
    ...usersQuery(search),
    placeholderData: keepPreviousData,
  });
  const shown = text.trim() === '' ? [] : users;
  const open = shown.length > 0;

  const pick = (user: ChatUser | undefined): void => {
    if (user === undefined) return;
    setText('');
    setMarked(0);
    onPick(user);
  };

  return (
    <div className={styles['picker']}>
      <TextField
        label={label}
        value={text}
        autoComplete="off"
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open ? `${listId}-${marked}` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setMarked(0);
        }}
        onKeyDown={(event) => {
          if (!open) return;
          if (event.key === 'ArrowDown') setMarked((marked + 1) % shown.length);
          else if (event.key === 'ArrowUp') setMarked((marked + shown.length - 1) % shown.length);
          else if (event.key === 'Enter') pick(shown[marked]);
          else if (event.key === 'Escape') setText('');
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <div id={listId} role="listbox" aria-label={label} hidden={!open} className={styles['found']}>
        {shown.map((user, index) => (
          <div
            key={user.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === marked}
            className={styles['person']}
            onClick={() => pick(user)}
          >
            <UserMark id={user.id} name={user.name} />
            <bdi>{user.name}</bdi>
          </div>
        ))}
      </div>
      <output className={styles['muted']}>
        {search !== '' && search === text.trim() && isSuccess && users.length === 0
          ? t('members.nobody')
          : ''}
      </output>
    </div>
  );
};
