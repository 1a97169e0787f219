import { browseChannels } from '@izgodno/contract/chat/channel-calls';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { joinChannel } from './channel-actions.ts';
import { FindDialog } from './find-dialog.tsx';
import type { ChannelDialogProps } from './new-channel-dialog.tsx';
import styles from './dialogs.module.css';

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
    onSuccess: onOpen,
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
          onJoin={joining.mutate}
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
