import type { OwnChannel } from '@izgodno/contract/chat/channel';
import { listPins } from '@izgodno/contract/chat/channel-calls';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Eventually } from '#core/lazy-component.tsx';
import { navigate } from '#core/router/location.ts';
import { useCover } from '#core/router/use-cover.ts';
import { api } from '#core/api/api.ts';
import { readAgain } from '#core/api/read-again.ts';
import { useLanguage } from '#core/language/language.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { Button } from '#shared/ui/button.tsx';
import { panelCovers, useChannelView } from './channel-view-context.ts';
import { ChannelInfo, MessageSearch } from '../slots.ts';
import { ThreadPanel } from './thread-panel.tsx';
import { messageHref } from '../paths.ts';
import { MessageRow } from './message-row.tsx';
import { SidePanel } from './side-panel.tsx';
import styles from './channel-view.module.css';

const pinsQuery = (id: string) =>
  queryOptions({
    queryKey: ['chat', 'pins', id],
    queryFn: async ({ signal }) =>
      (await api.call(listPins, { params: { id }, query: {} }, signal)).messages,
    staleTime: 0,
  });

/** The pinned messages of the channel. */
const PinsPanel = ({ onClose }: { onClose: () => void }) => {
  const { t } = useLanguage();
  const { channel, onJump } = useChannelView();
  const queries = useQueryClient();
  const { data } = useQuery(pinsQuery(channel.id));

  useEffect(
    () =>
      realtime.listen((received) => {
        if (received.type !== 'message.changed' || received.data.message.channelId !== channel.id)
          return;
        void readAgain(queries, pinsQuery(channel.id));
      }),
    [channel.id, queries],
  );

  return (
    <SidePanel title={t('chat.pins')} onClose={onClose}>
      <div className={styles['panelBody']} aria-busy={data === undefined}>
        {data?.length === 0 && <p className={styles['hint']}>{t('chat.noPins')}</p>}
        {data?.map((message) => (
          <div key={message.id}>
            <MessageRow message={message} grouped={false} isTarget={false} isSeen={false} />
            <Button tone="quiet" onClick={() => onJump(message.seq)}>
              {t('chat.showInChannel')}
            </Button>
          </div>
        ))}
      </div>
    </SidePanel>
  );
};

export type OpenPanel =
  /** `isLinked`: the URL has opened it. */
  | { readonly kind: 'thread'; readonly rootId: string; readonly isLinked?: true }
  | { readonly kind: 'search' | 'pins' | 'info' };

export interface PanelProps {
  readonly panel: OpenPanel;
  readonly channel: OwnChannel;
  readonly userName: string;
  readonly onClose: () => void;
}

/** The panel beside the messages. */
export const Panel = ({ panel, channel, userName, onClose }: PanelProps) => {
  const { onJump } = useChannelView();
  // The entry of the URL that has opened a panel is its own.
  const isLinked = panel.kind === 'thread' && panel.isLinked === true;
  useCover(onClose, !isLinked && panelCovers());
  switch (panel.kind) {
    case 'thread':
      return (
        <ThreadPanel
          key={panel.rootId}
          rootId={panel.rootId}
          userName={userName}
          onClose={onClose}
        />
      );
    case 'pins':
      return <PinsPanel onClose={onClose} />;
    case 'info':
      return (
        <Eventually>
          <ChannelInfo channel={channel} onClose={onClose} onJump={onJump} />
        </Eventually>
      );
    case 'search':
      return (
        <Eventually>
          <MessageSearch
            channelId={channel.id}
            onClose={onClose}
            onJump={(channelId, seq) => {
              if (channelId === channel.id) onJump(seq);
              else navigate(messageHref(channelId, seq));
            }}
          />
        </Eventually>
      );
  }
};
