import type { OwnChannel } from '@izgodno/contract/chat/channel';
import { useLanguage } from '#core/language/language.ts';
import { useHasFeature } from '#core/page-features.ts';
import { useStore } from '#shared/store.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { showFailure } from '#core/api/error-text.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { setStarred } from '../channels/channel-actions.ts';
import { channelName, directPeer } from '../channels/channel-name.ts';
import { PresenceDot } from '../members/presence-dot.tsx';
import styles from './channel-view.module.css';

export type PanelKind = 'search' | 'pins' | 'info';

interface ChannelViewHeaderProps {
  readonly channel: OwnChannel;
  readonly userId: string;
  readonly panel: PanelKind | null;
  readonly onPanel: (panel: PanelKind) => void;
}

/** The name and topic of the channel, and the buttons of its panels. */
export const ChannelViewHeader = (props: ChannelViewHeaderProps) => {
  const { channel, userId, panel, onPanel } = props;
  const { t } = useLanguage();
  const isConnected = useStore(realtime.connected);
  const hasInfo = useHasFeature('channelInfo');
  const peer = directPeer(channel, userId);
  const star = (): Promise<void> =>
    setStarred(channel.id, !channel.membership.starred).catch(showFailure);
  const button = (kind: PanelKind, label: string, icon: React.ReactNode) => (
    <IconButton label={label} aria-pressed={panel === kind} onClick={() => onPanel(kind)}>
      {icon}
    </IconButton>
  );
  return (
    <header className={styles['head']}>
      <div className={styles['about']}>
        <h1 className={styles['name']}>
          {peer === null ? (
            channel.kind === 'direct' ? (
              <MediaIcon name="users" size={18} />
            ) : (
              <MediaIcon name={channel.kind === 'public' ? 'hash' : 'lock'} size={18} />
            )
          ) : (
            <PresenceDot userId={peer} />
          )}
          <bdi>{channelName(channel, userId)}</bdi>
        </h1>
        <p className={styles['topic']}>
          {channel.kind !== 'direct' && (
            <span>{t('chat.members', { count: channel.memberCount })}</span>
          )}
          {channel.topic !== '' && <span>{channel.topic}</span>}
        </p>
      </div>
      {!isConnected && (
        <output className={styles['offline']}>
          <Icon name="offline" size={16} /> <span>{t('chat.offline')}</span>
        </output>
      )}
      <IconButton
        label={t('chat.star')}
        aria-pressed={channel.membership.starred}
        onClick={() => void star()}
      >
        <Icon name="star" />
      </IconButton>
      {button('search', t('chat.search'), <Icon name="search" />)}
      {button('pins', t('chat.pins'), <MediaIcon name="tack" />)}
      {hasInfo && button('info', t('chat.info'), <MediaIcon name="info" />)}
    </header>
  );
};
