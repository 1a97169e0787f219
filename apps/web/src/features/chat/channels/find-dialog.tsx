import { useState, type ReactNode } from 'react';
import { browseChannels } from '@izgodno/contract/chat/channel-calls';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { api } from '#core/api/api.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { Button, PlainButton } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { joinChannel, openDirect } from './channel-actions.ts';
import type { ChannelDialogProps } from './new-channel-dialog.tsx';
import { usersQuery } from '../members/users-query.ts';
import { UserMark } from '../members/user-mark.tsx';
import styles from './dialogs.module.css';

/** A dialog that finds a user to write to. */
export const NewDirectDialog = ({
  userId,
  onOpen,
  onClose,
}: ChannelDialogProps & { userId: string }) => {
  const { t } = useLanguage();
  const opening = useMutation({ mutationFn: (id: string) => openDirect([id]) });
  return (
    <FindDialog
      title={t('chat.newDirect')}
      label={t('chat.findUser')}
      closeText={t('chat.cancel')}
      error={opening.error}
      onClose={onClose}
      renderFound={(wanted) => (
        <OtherUsers
          wanted={wanted}
          userId={userId}
          disabled={opening.isPending}
          // It opens only if the dialog has not been closed meanwhile.
          onChoose={(id) => opening.mutate(id, { onSuccess: onOpen })}
        />
      )}
    />
  );
};

interface OtherUsersProps {
  readonly wanted: string;
  readonly userId: string;
  readonly disabled: boolean;
  readonly onChoose: (userId: string) => void;
}

const OtherUsers = ({ wanted, userId, disabled, onChoose }: OtherUsersProps) => {
  const { t } = useLanguage();
  const { data } = useQuery(usersQuery(wanted));
  const others = data?.filter(({ id }) => id !== userId);
  return (
    <ul className={styles['list']}>
      {wanted !== '' && others?.length === 0 && <li>{t('chat.nobodyFound')}</li>}
      {others?.map(({ id, name }) => (
        <li key={id}>
          <PlainButton className={styles['row']} disabled={disabled} onClick={() => onChoose(id)}>
            <UserMark id={id} name={name} />
            <bdi>{name}</bdi>
          </PlainButton>
        </li>
      ))}
    </ul>
  );
};

const publicChannelsQuery = (q: string) =>
  queryOptions({
    queryKey: ['chat', 'public-channels', q],
    queryFn: async ({ signal }) => {
      const query = q === '' ? {} : { q };
      return (await api.call(browseChannels, { query }, signal)).channels;
    },
    staleTime: 0,
  });

/** Lists public channels to join. */
export const BrowseChannelsDialog = ({
  userId,
  onOpen,
  onClose,
}: ChannelDialogProps & { userId: string }) => {
  const { t } = useLanguage();
  const joining = useMutation({
    mutationFn: async (channelId: string) => {
      await joinChannel(channelId, userId);
      return channelId;
    },
  });
  return (
    <FindDialog
      title={t('chat.browse')}
      label={t('chat.findChannel')}
      closeText={t('chat.close')}
      error={joining.error}
      onClose={onClose}
      renderFound={(wanted) => (
        <PublicChannels
          wanted={wanted}
          disabled={joining.isPending}
          // It opens only if the dialog has not been closed meanwhile.
          onJoin={(id) => joining.mutate(id, { onSuccess: onOpen })}
          onOpen={onOpen}
        />
      )}
    />
  );
};

interface PublicChannelsProps {
  readonly wanted: string;
  readonly disabled: boolean;
  readonly onJoin: (channelId: string) => void;
  readonly onOpen: (channelId: string) => void;
}

const PublicChannels = ({ wanted, disabled, onJoin, onOpen }: PublicChannelsProps) => {
  const { t } = useLanguage();
  const { data } = useQuery(publicChannelsQuery(wanted));
  return (
    <ul className={styles['list']} aria-busy={data === undefined}>
      {data?.length === 0 && <li>{t('chat.noChannelFound')}</li>}
      {data?.map(({ id, name, topic, memberCount, membership }) => (
        <li key={id} className={styles['row']}>
          <span className={styles['rowText']}>
            <bdi>{name}</bdi>
            <small>
              {t('chat.members', { count: memberCount })} {topic}
            </small>
          </span>
          <Button
            disabled={disabled}
            aria-label={t(membership === null ? 'chat.joinNamed' : 'chat.openNamed', { name })}
            onClick={() => (membership === null ? onJoin(id) : onOpen(id))}
          >
            {t(membership === null ? 'chat.join' : 'chat.open')}
          </Button>
        </li>
      ))}
    </ul>
  );
};

/** Delay after typing until the server is called, in milliseconds. */
const PAUSE_MS = 200;

interface FindDialogProps {
  readonly title: string;
  readonly label: string;
  readonly closeText: string;
  /** Why the choice failed; null if it did not. */
  readonly error: Error | null;
  readonly onClose: () => void;
  /** Renders the results for a text, which is trimmed and may be empty. */
  readonly renderFound: (wanted: string) => ReactNode;
}

/** A dialog to find something by name and choose it. */
export const FindDialog = (props: FindDialogProps) => {
  const { title, label, closeText, error, onClose, renderFound } = props;
  const { t } = useLanguage();
  const [typed, setTyped] = useState('');
  const wanted = useDebounced(typed.trim(), PAUSE_MS);
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <Button tone="quiet" onClick={onClose}>
          {closeText}
        </Button>
      }
    >
      <div className={styles['form']}>
        <TextField
          label={label}
          type="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {error !== null && <p role="alert">{t(actionErrorText(error))}</p>}
        {renderFound(wanted)}
      </div>
    </Dialog>
  );
};
