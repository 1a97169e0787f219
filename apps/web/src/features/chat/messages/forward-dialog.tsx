import type { OwnChannel } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';
import { forwardMessage } from '@izgodno/contract/chat/message-calls';
import { nameFilter } from '@izgodno/contract/common/name-spellings';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#core/api/api.ts';
import { useBlocked } from '#core/blocks/blocks.ts';
import { useLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { useStore } from '#shared/store.ts';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { showToast } from '#shared/ui/toast.ts';
import { PlainButton } from '#shared/ui/button.tsx';
import { usersQuery } from '../members/users-query.ts';
import { openDirect } from '../channels/channel-actions.ts';
import { channelName, directPeer } from '../channels/channel-name.ts';
import { FindDialog } from '../channels/find-dialog.tsx';
import { listedChannels } from '../channels/listed-channels.ts';
import { directory, logs } from '../chat.ts';
import { UserMark } from '../members/user-mark.tsx';
import { messageHref } from '../paths.ts';
import styles from '../channels/dialogs.module.css';

interface TargetsProps {
  readonly wanted: string;
  readonly userId: string;
  readonly disabled: boolean;
  readonly onChannel: (channelId: string) => void;
  readonly onUser: (userId: string) => void;
}

/** The channels that the user may write in, and users without a conversation yet. */
const Targets = ({ wanted, userId, disabled, onChannel, onUser }: TargetsProps) => {
  const { t, code } = useLanguage();
  const now = useNow();
  const blocked = useBlocked();
  const state = useStore(directory.state);
  const { data: found = [] } = useQuery(usersQuery(wanted));
  const mayWrite = (channel: OwnChannel): boolean => {
    const { mutedUntil } = channel.membership;
    const peer = directPeer(channel, userId);
    return (
      (mutedUntil === null || Date.parse(mutedUntil) <= now) &&
      !(peer !== null && blocked.has(peer))
    );
  };
  const channels = listedChannels(state, userId, code).filter(({ channel }) => mayWrite(channel));
  const peers = new Set(channels.map(({ channel }) => directPeer(channel, userId)));
  const contains = nameFilter(wanted);
  const named = channels.filter(({ name }) => contains(name));
  const others = found.filter(({ id }) => id !== userId && !peers.has(id) && !blocked.has(id));
  return (
    <ul className={styles['list']}>
      {named.length + others.length === 0 && <li>{t('forward.nothing')}</li>}
      {named.map(({ channel, name }) => (
        <li key={channel.id}>
          <PlainButton
            className={styles['row']}
            disabled={disabled}
            onClick={() => onChannel(channel.id)}
          >
            <MediaIcon name={channel.kind === 'direct' ? 'users' : 'hash'} size={18} />
            <bdi>{name}</bdi>
          </PlainButton>
        </li>
      ))}
      {others.map(({ id, name }) => (
        <li key={id}>
          <PlainButton className={styles['row']} disabled={disabled} onClick={() => onUser(id)}>
            <UserMark id={id} name={name} />
            <bdi>{name}</bdi>
          </PlainButton>
        </li>
      ))}
    </ul>
  );
};

export interface ForwardDialogProps {
  readonly message: Message;
  readonly userId: string;
  readonly onClose: () => void;
}

/** Asks where to forward a message to. */
export const ForwardDialog = ({ message, userId, onClose }: ForwardDialogProps) => {
  const { t } = useLanguage();
  const [clientId] = useState(() => crypto.randomUUID());
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (target: { readonly channelId: string } | { readonly userId: string }) => {
      const channelId =
        'channelId' in target ? target.channelId : await openDirect([target.userId]);
      const body = { channelId, clientId };
      return (await api.call(forwardMessage, { params: { id: message.id }, body })).message;
    },
    onSuccess: (sent) => {
      logs.take(sent);
      directory.receive({ type: 'message.created', data: { message: sent } });
      const channel = directory.state.get().channels.get(sent.channelId);
      const name = channel === undefined ? '' : channelName(channel, userId);
      const show = () => navigate(messageHref(sent.channelId, sent.seq));
      showToast(t('forward.sent', { name }), 'success', {
        action: { label: t('forward.show'), run: show },
      });
      onClose();
    },
  });
  return (
    <FindDialog
      title={t('forward.title')}
      label={t('forward.find')}
      closeText={t('chat.cancel')}
      error={error}
      onClose={onClose}
      renderFound={(wanted) => (
        <Targets
          wanted={wanted}
          userId={userId}
          disabled={isPending}
          onChannel={(channelId) => mutate({ channelId })}
          onUser={(id) => mutate({ userId: id })}
        />
      )}
    />
  );
};
