import { findPeople } from '@izgodno/contract/chat/person-calls';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { openDirect } from '../browser/channel-actions.ts';
import type { ChannelDialogProps } from './new-channel-dialog.tsx';
import { PersonMark } from './person-mark.tsx';
import styles from './dialogs.module.css';

/** How long typing rests before people are looked for, in milliseconds. */
const PAUSE_MS = 200;

const peopleQuery = (q: string) =>
  queryOptions({
    queryKey: ['chat', 'people', q],
    queryFn: async ({ signal }) => (await api.call(findPeople, { query: { q } }, signal)).people,
    enabled: q !== '',
  });

/** Finds somebody to write to. */
export const NewDirectDialog = ({
  userId,
  onOpen,
  onClose,
}: ChannelDialogProps & { userId: string }) => {
  const { t } = useLanguage();
  const [wanted, setWanted] = useState('');
  const name = useDebounced(wanted.trim(), PAUSE_MS);
  const { data } = useQuery(peopleQuery(name));
  const opening = useMutation({ mutationFn: (id: string) => openDirect([id]), onSuccess: onOpen });
  const others = data?.filter(({ id }) => id !== userId);
  return (
    <Dialog
      open
      title={t('chat.newDirect')}
      onClose={onClose}
      actions={
        <Button tone="quiet" onClick={onClose}>
          {t('chat.cancel')}
        </Button>
      }
    >
      <div className={styles['form']}>
        <TextField
          label={t('chat.findPerson')}
          type="search"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
        {opening.isError && <p role="alert">{t(actionErrorText(opening.error))}</p>}
        <ul className={styles['list']}>
          {name !== '' && others?.length === 0 && <li>{t('chat.nobodyFound')}</li>}
          {others?.map(({ id, name: person }) => (
            <li key={id}>
              <button
                type="button"
                className={styles['row']}
                disabled={opening.isPending}
                onClick={() => opening.mutate(id)}
              >
                <PersonMark id={id} name={person} />
                <bdi>{person}</bdi>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
};
