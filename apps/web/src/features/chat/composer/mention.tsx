// The ARIA pattern of a combobox's list; native lists cannot show images.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events */
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { asSpelt, type Mentioned, mentionAt, type NameFilter, offeredFor } from './mention-text.ts';
import { UserMark } from '../members/user-mark.tsx';
import styles from './mention.module.css';

interface MentionWish {
  readonly text: string;
  readonly caret: number;
  /** Those who can be mentioned, by what is typed or by its beginning. */
  readonly found: readonly Mentioned[];
  /** A user was picked and replaces the text from `from`, the index of the @, to the caret. */
  readonly onPick: (user: Mentioned, from: number) => void;
}

/** Finds names in both scripts, with code that loads for the first mention. */
const useNameFilter = (isAsked: boolean): NameFilter => {
  const [filter, setFilter] = useState<{ readonly of: NameFilter }>({ of: asSpelt });
  useEffect(() => {
    if (!isAsked) return;
    import('@izgodno/contract/common/name-spellings')
      .then(({ nameFilter }) => setFilter({ of: nameFilter }))
      // Without a connection, names are found as they are spelt.
      .catch(() => undefined);
  }, [isAsked]);
  return filter.of;
};

/** Completes the mention before the caret of a text field (the ARIA combobox pattern). */
export const useMention = ({ text, caret, found, onPick }: MentionWish) => {
  const listId = useId();
  const [active, setActive] = useState(0);
  /** The @ whose list was closed by Escape or by a choice. */
  const [dismissed, setDismissed] = useState<number | null>(null);
  const query = mentionAt(text, caret);
  const isAsked = query !== null && query.from !== dismissed;
  const filterFor = useNameFilter(isAsked);
  const { users, named } = offeredFor(query?.text ?? '', isAsked ? found : [], filterFor);
  const isOpen = users.length > 0;
  const chosen = Math.min(active, users.length - 1);

  const move = (by: number): void => setActive((chosen + by + users.length) % users.length);
  const dismiss = (): void => setDismissed(query?.from ?? null);

  const pick = (user: Mentioned): void => {
    if (query === null) return;
    onPick(user, query.from);
    dismiss();
  };

  /** Returns whether the key was for the list. */
  const onKeyDown = ({ key }: KeyboardEvent): boolean => {
    const user = users[chosen];
    if (user === undefined) return false;
    switch (key) {
      case 'ArrowDown':
        move(1);
        return true;
      case 'ArrowUp':
        move(-1);
        return true;
      case 'Enter':
      case 'Tab':
        pick(user);
        return true;
      case 'Escape':
        dismiss();
        return true;
      default:
        return false;
    }
  };

  return {
    isOpen,
    /** For the list, while it is open. */
    list: { id: listId, users, active: chosen, onPick: pick },
    /** For the field. */
    attributes: isOpen
      ? {
          role: 'combobox',
          'aria-expanded': true,
          'aria-autocomplete': 'list' as const,
          'aria-controls': listId,
          'aria-activedescendant': mentionOptionId(listId, chosen),
        }
      : {},
    /** The user whose name is typed in full before the caret, picked or not. */
    named,
    onKeyDown,
    /** Called when the text has changed. */
    retyped: () => {
      setActive(0);
      if (query === null) setDismissed(null);
    },
  };
};

interface MentionListProps {
  readonly id: string;
  readonly users: readonly Mentioned[];
  readonly active: number;
  readonly onPick: (user: Mentioned) => void;
}

const mentionOptionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The suggestions for a mention. The text field keeps the focus and announces the active one. */
export const MentionList = ({ id, users, active, onPick }: MentionListProps) => {
  const { t } = useLanguage();
  return (
    <ul id={id} role="listbox" aria-label={t('chat.mention')} className={styles['mentions']}>
      {users.map((user, index) => (
        <li
          key={user.id}
          id={mentionOptionId(id, index)}
          role="option"
          aria-selected={index === active}
          className={styles['mention']}
          // The text field keeps its focus and caret.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(user)}
        >
          <UserMark id={user.id} name={user.name} />
          <bdi>{user.name}</bdi>
        </li>
      ))}
    </ul>
  );
};
