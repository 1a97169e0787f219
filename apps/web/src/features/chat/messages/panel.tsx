import type { OwnChannel } from '@izgodno/contract/chat/channel';
import { Eventually } from '#core/lazy-component.tsx';
import { navigate } from '#core/router/location.ts';
import { useConversation } from './conversation-context.ts';
import { PinsPanel } from './pins-panel.tsx';
import { ChannelInfo, MessageSearch } from '../slots.ts';
import { ThreadPanel } from './thread-panel.tsx';
import { messageHref } from '../paths.ts';

export type OpenPanel =
  | { readonly kind: 'thread'; readonly rootId: string }
  | { readonly kind: 'search' | 'pins' | 'info' };

interface PanelProps {
  readonly panel: OpenPanel;
  readonly channel: OwnChannel;
  readonly userName: string;
  readonly onClose: () => void;
}

/** The panel beside the messages. */
export const Panel = ({ panel, channel, userName, onClose }: PanelProps) => {
  const { onJump } = useConversation();
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
