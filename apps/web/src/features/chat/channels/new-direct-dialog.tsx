import { useMutation, useQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { openDirect } from './channel-actions.ts';
import { peopleQuery } from '../members/people-query.ts';
import { FindDialog } from './find-dialog.tsx';
import type { ChannelDialogProps } from './new-channel-dialog.tsx';
import { PersonMark } from '../members/person-mark.tsx';
import styles from './dialogs.module.css';

/** A dialog that finds a user to write to. */
export const NewDirectDialog = ({
  userId,
  onOpen,
  onClose,
}: ChannelDialogProps & { userId: string }) => {
  const { t } = useLanguage();
  const opening = useMutation({ mutationFn: (id: string) => openDirect([id]), onSuccess: onOpen });
  return (
    <FindDialog
      title={t('chat.newDirect')}
      label={t('chat.findPerson')}
      closeText={t('chat.cancel')}
      error={opening.error}
      onClose={onClose}
      renderFound={(wanted) => (
        <OtherPeople
          wanted={wanted}
          userId={userId}
          disabled={opening.isPending}
          onChoose={opening.mutate}
        />
      )}
    />
  );
};

interface OtherPeopleProps {
  readonly wanted: string;
  readonly userId: string;
  readonly disabled: boolean;
  readonly onChoose: (personId: string) => void;
}

const OtherPeople = ({ wanted, userId, disabled, onChoose }: OtherPeopleProps) => {
  const { t } = useLanguage();
  const { data } = useQuery(peopleQuery(wanted));
  const others = data?.filter(({ id }) => id !== userId);
  return (
    <ul className={styles['list']}>
      {wanted !== '' && others?.length === 0 && <li>{t('chat.nobodyFound')}</li>}
      {others?.map(({ id, name }) => (
        <li key={id}>
          <button
            type="button"
            className={styles['row']}
            disabled={disabled}
            onClick={() => onChoose(id)}
          >
            <PersonMark id={id} name={name} />
            <bdi>{name}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
};
