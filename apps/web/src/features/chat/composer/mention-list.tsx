// The ARIA pattern of a combobox's list; native lists cannot show images.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events */
import { listMembers } from '@izgodno/contract/chat/channel-calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { useLanguage } from '#core/language/language.ts';
import type { Mentioned } from './mention-text.ts';
import { PersonMark } from '../members/person-mark.tsx';
import styles from './composer.module.css';

/** The maximum number of suggestions. */
const SUGGESTED = 8;

/** Members whose names begin with the text after an @. */
export const membersQuery = (channelId: string, q: string) =>
  queryOptions({
    queryKey: ['chat', 'mention', channelId, q],
    queryFn: async ({ signal }): Promise<readonly Mentioned[]> => {
      const query = { ...(q === '' ? {} : { q }), limit: SUGGESTED };
      const { members } = await api.call(listMembers, { params: { id: channelId }, query }, signal);
      return members.map(({ user }) => user);
    },
  });

interface MentionListProps {
  readonly id: string;
  readonly people: readonly Mentioned[];
  readonly active: number;
  readonly onPick: (person: Mentioned) => void;
}

export const mentionOptionId = (listId: string, place: number): string => `${listId}-${place}`;

/** The suggestions for a mention. The text field keeps the focus and announces the active one. */
export const MentionList = ({ id, people, active, onPick }: MentionListProps) => {
  const { t } = useLanguage();
  return (
    <ul id={id} role="listbox" aria-label={t('chat.mention')} className={styles['mentions']}>
      {people.map((person, place) => (
        <li
          key={person.id}
          id={mentionOptionId(id, place)}
          role="option"
          aria-selected={place === active}
          className={styles['mention']}
          // The text field keeps its focus and caret.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(person)}
        >
          <PersonMark id={person.id} name={person.name} />
          <bdi>{person.name}</bdi>
        </li>
      ))}
    </ul>
  );
};
