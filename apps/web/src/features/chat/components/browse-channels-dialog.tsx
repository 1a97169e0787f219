import { browseChannels } from '@izgodno/contract/chat/channel-calls';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { TextField } from '#shared/ui/text-field.tsx';
import { joinChannel } from '../browser/channel-actions.ts';
import type { ChannelDialogProps } from './new-channel-dialog.tsx';
import styles from './dialogs.module.css';

/** How long typing rests before channels are looked for, in milliseconds. */
const PAUSE_MS = 200;

const publicChannelsQuery = (q: string) =>
  queryOptions({
    queryKey: ['chat', 'public-channels', q],
    queryFn: async ({ signal }) => {
      const query = q === '' ? {} : { q };
      return (await api.call(browseChannels, { query }, signal)).channels;
    },
    staleTime: 0,
  });

/** Finds public channels to join. */
export const BrowseChannelsDialog = ({
  userId,
  onOpen,
  onClose,
}: ChannelDialogProps & { userId: string }) => {
  const { t } = useLanguage();
  const [wanted, setWanted] = useState('');
  const { data } = useQuery(publicChannelsQuery(useDebounced(wanted.trim(), PAUSE_MS)));
  const joining = useMutation({
    mutationFn: async (channelId: string) => {
      await joinChannel(channelId, userId);
      return channelId;
    },
    onSuccess: onOpen,
  });
  return (
    <Dialog
      open
      title={t('chat.browse')}
      onClose={onClose}
      actions={
        <Button tone="quiet" onClick={onClose}>
          {t('chat.close')}
        </Button>
      }
    >
      <div className={styles['form']}>
        <TextField
          label={t('chat.findChannel')}
          type="search"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
        {joining.isError && <p role="alert">{t(actionErrorText(joining.error))}</p>}
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
                disabled={joining.isPending}
                aria-label={t(membership === null ? 'chat.joinNamed' : 'chat.openNamed', { name })}
                onClick={() => (membership === null ? joining.mutate(id) : onOpen(id))}
              >
                {t(membership === null ? 'chat.join' : 'chat.open')}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
};
