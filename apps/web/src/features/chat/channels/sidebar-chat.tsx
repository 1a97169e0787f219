import { useEffect, useMemo, useState, useLayoutEffect, type ComponentProps } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { Eventually } from '#core/lazy-component.tsx';
import { closeSidebar, DRAWER_QUERY } from '#core/shell/sidebar.ts';
import { useHasFeature } from '#core/page-features.ts';
import { isPlainClick, Link } from '#core/router/link.tsx';
import { navigate } from '#core/router/location.ts';
import { useParams } from '#core/router/params.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { note } from '#core/log.ts';
import { showFailure } from '#core/api/error-text.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { MediaIcon } from '#shared/ui/media-icon.tsx';
import { useStore } from '#shared/store.ts';
import { directory, readLastChannel, selection, startChat } from '../chat.ts';
import { watchPresence } from '../members/presence.ts';
import { markAllRead } from './read-positions.ts';
import { unreadOf } from './channel-directory.ts';
import { useOneTabStop } from './one-tab-stop.ts';
import type { UnreadScope } from './why-unread.ts';
import { directPeer } from './channel-name.ts';
import { chatHref, chatLists, isChatList } from '../paths.ts';
import { BrowseChannelsDialog, NewChannelDialog, NewDirectDialog } from '../slots.ts';
import { InvitationLinks } from '../members/invitation-links.tsx';
import {
  useFollowedThreads,
  useLiveThreads,
  useUnreadReplies,
} from '../threads/followed-threads.ts';
import { Badge } from './badge.tsx';
import { listedChannels, type ListedChannel } from './listed-channels.ts';
import { PresenceDot } from '../members/presence-dot.tsx';
import { StatusMenu } from '../members/status-menu.tsx';
import { CHANNEL_RESTORED_EVENT, SIDEBAR_SOURCE } from './selection.ts';
import styles from './sidebar-chat.module.css';

/**
 * Announces the last active channel if the user is still a member (specification, section 4).
 * Failures are only logged.
 */
const announceLastActiveChannel = async (): Promise<void> => {
  const channelId = await readLastChannel().catch((cause: unknown) => {
    note('The last active channel could not be read', cause);
    return null;
  });
  if (channelId === null || !directory.state.get().channels.has(channelId)) return;
  const detail = { channelId, source: SIDEBAR_SOURCE };
  window.dispatchEvent(new CustomEvent(CHANNEL_RESTORED_EVENT, { detail }));
};

type DialogKind = 'channel' | 'browse' | 'direct';

/** The channels, in the sidebar of the chat. */
export const SidebarChat = () => {
  useLayoutEffect(startChat, []);
  const user = useUser();
  return user === null ? null : <Channels userId={user.id} />;
};

/** Announces the last active channel to the chat if the URL names none. */
const useRestoration = (isReady: boolean): void => {
  const { channelId: addressed } = useParams();
  const isNamed = addressed !== undefined;
  useEffect(() => {
    if (isReady && !isNamed && !selection.selection.get().completed) {
      void announceLastActiveChannel();
    }
  }, [isReady, isNamed]);
};

/** The section of the sidebar that a channel is in. */
const sectionOf = ({ channel: { kind, membership } }: ListedChannel) =>
  membership.starred ? 'starred' : kind === 'direct' ? 'direct' : 'channels';

const Channels = ({ userId }: { userId: string }) => {
  const { t, code } = useLanguage();
  const state = useStore(directory.state);
  const [dialog, setDialog] = useState<DialogKind | null>(null);
  const hasStatus = useHasFeature('userStatus');
  const isDrawer = useMediaQuery(DRAWER_QUERY);
  const listed = useMemo(() => listedChannels(state, userId, code), [state, userId, code]);
  const { starred = [], direct = [], channels = [] } = Object.groupBy(listed, sectionOf);
  const { channelId: current } = useParams();
  const peers = listed.flatMap(({ channel }) => directPeer(channel, userId) ?? []).join(' ');
  useRestoration(state.status === 'ready');
  useEffect(() => watchPresence(peers === '' ? [] : peers.split(' ')), [peers]);

  const show = (kind: 'chosen' | 'addressed', channelId: string): void => {
    setDialog(null);
    selection.dispatch({ kind, channelId });
    // The URL of an open channel follows the selection.
    if (isChatList(current)) navigate(chatHref(channelId));
    if (isDrawer) closeSidebar();
  };
  const open = (channelId: string): void => show('chosen', channelId);
  // A new or joined channel opens even within the protection of the last selection.
  const openMade = (channelId: string): void => show('addressed', channelId);

  const directMessages = (
    <ChannelSection
      title={t('chat.directMessages')}
      channels={direct}
      userId={userId}
      onOpen={open}
      isLoading={state.status === 'loading'}
    >
      <IconButton label={t('chat.newDirect')} onClick={() => setDialog('direct')}>
        <MediaIcon name="plus" size={18} />
      </IconButton>
    </ChannelSection>
  );

  return (
    <>
      <InvitationLinks onOpen={openMade} />
      <ChatLists userId={userId} onOpen={() => isDrawer && closeSidebar()} />
      {starred.length > 0 && (
        <ChannelSection
          title={t('chat.starred')}
          channels={starred}
          userId={userId}
          onOpen={open}
          isLoading={false}
        />
      )}
      {/* On a phone, a long list of channels would push them below the screen. */}
      {isDrawer && directMessages}
      <ChannelSection
        title={t('chat.channels')}
        channels={channels}
        userId={userId}
        onOpen={open}
        isLoading={state.status === 'loading'}
      >
        <MarkAllRead channels={listed} />
        <IconButton label={t('chat.browse')} onClick={() => setDialog('browse')}>
          <Icon name="search" size={18} />
        </IconButton>
        <IconButton label={t('chat.newChannel')} onClick={() => setDialog('channel')}>
          <MediaIcon name="plus" size={18} />
        </IconButton>
      </ChannelSection>
      {!isDrawer && directMessages}
      {hasStatus && (
        <Eventually>
          <StatusMenu />
        </Eventually>
      )}
      <Eventually>
        {dialog === 'channel' && (
          <NewChannelDialog onOpen={openMade} onClose={() => setDialog(null)} />
        )}
        {dialog === 'browse' && (
          <BrowseChannelsDialog userId={userId} onOpen={openMade} onClose={() => setDialog(null)} />
        )}
        {dialog === 'direct' && (
          <NewDirectDialog userId={userId} onOpen={openMade} onClose={() => setDialog(null)} />
        )}
      </Eventually>
    </>
  );
};

const THREADS: UnreadScope = { kind: 'threads' };

const listLooks = {
  search: { icon: <Icon name="search" size={18} />, name: 'chat.find' },
  threads: { icon: <MediaIcon name="thread" size={18} />, name: 'chat.threads' },
  saved: { icon: <MediaIcon name="bookmark" size={18} />, name: 'chat.saved' },
} as const;

/** The threads that the user follows, and the messages that they have put aside. */
const ChatLists = ({ userId, onOpen }: { userId: string; onOpen: () => void }) => {
  const { t } = useLanguage();
  const { channelId: current } = useParams();
  useLiveThreads(userId);
  const unreadReplies = useUnreadReplies();
  const unread = useFollowedThreads()?.reduce((sum, thread) => sum + unreadReplies(thread), 0) ?? 0;
  const { onKeyDown, linkProps } = useOneTabStop(chatLists, current);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its links.
    <ul className={styles['section']} onKeyDown={onKeyDown}>
      {chatLists.map((list) => (
        <li key={list}>
          <Link
            href={chatHref(list)}
            className={styles['channel']}
            aria-current={current === list ? 'page' : undefined}
            data-unread={list === 'threads' && unread > 0}
            onClick={onOpen}
            {...linkProps(list)}
          >
            {listLooks[list].icon}
            <span className={styles['name']}>{t(listLooks[list].name)}</span>
            {list === 'threads' && <Badge count={unread} scope={THREADS} />}
          </Link>
        </li>
      ))}
    </ul>
  );
};

/** Marks all messages as read, also those of muted channels, which show no number. */
const MarkAllRead = ({ channels }: { channels: readonly ListedChannel[] }) => {
  const { t } = useLanguage();
  const hasUnread = channels.some(({ channel }) => unreadOf(channel) > 0);
  return (
    <IconButton
      label={t('chat.markAllRead')}
      disabled={!hasUnread}
      onClick={() => void markAllRead().catch(showFailure)}
    >
      <Icon name="check" size={18} />
    </IconButton>
  );
};

interface ChannelSectionProps {
  readonly title: string;
  readonly channels: readonly ListedChannel[];
  readonly userId: string;
  readonly isLoading: boolean;
  readonly onOpen: (channelId: string) => void;
  /** The buttons of the section. */
  readonly children?: React.ReactNode;
}

const ChannelSection = (props: ChannelSectionProps) => {
  const { title, channels, userId, isLoading, onOpen, children } = props;
  const { channelId: current } = useParams();
  const ids = channels.map(({ channel }) => channel.id);
  const { onKeyDown, linkProps } = useOneTabStop(ids, current);
  return (
    <section className={styles['section']} aria-label={title} aria-busy={isLoading}>
      <div className={styles['head']}>
        <h2>{title}</h2>
        {children}
      </div>
      {channels.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its links.
        <ul onKeyDown={onKeyDown}>
          {channels.map((listed) => (
            <li key={listed.channel.id}>
              <ChannelLink
                listed={listed}
                userId={userId}
                isCurrent={listed.channel.id === current}
                onOpen={onOpen}
                {...linkProps(listed.channel.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

interface ChannelLinkProps extends Pick<ComponentProps<'a'>, 'tabIndex' | 'onFocusCapture'> {
  readonly listed: ListedChannel;
  readonly userId: string;
  readonly isCurrent: boolean;
  readonly onOpen: (channelId: string) => void;
}

const ChannelLink = ({ listed, userId, isCurrent, onOpen, ...focus }: ChannelLinkProps) => {
  const { channel, name } = listed;
  const unread = unreadOf(channel);
  const isMuted = channel.membership.notifications === 'none';
  const peer = directPeer(channel, userId);
  return (
    <Link
      {...focus}
      href={chatHref(channel.id)}
      className={styles['channel']}
      aria-current={isCurrent ? 'page' : undefined}
      data-unread={unread > 0 && !isMuted}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        // The selection decides, and the URL follows it.
        event.preventDefault();
        onOpen(channel.id);
      }}
    >
      {peer === null ? (
        <MediaIcon
          name={channel.kind === 'public' ? 'hash' : channel.kind === 'private' ? 'lock' : 'users'}
          size={18}
        />
      ) : (
        <PresenceDot userId={peer} />
      )}
      <bdi className={styles['name']}>{name}</bdi>
      {!isMuted && <Badge count={unread} scope={{ kind: 'channel', channelId: channel.id }} />}
    </Link>
  );
};
