import { useDeferredValue, useEffect, useMemo, useLayoutEffect } from 'react';
import { Eventually } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { usePageTitle } from '#core/page-title.ts';
import { useLocation, navigate } from '#core/router/location.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { useParams } from '#core/router/params.ts';
import { useStore } from '#shared/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { directory, startChat, title, selection } from './chat.ts';
import { channelName } from './channels/channel-name.ts';
import { messageOf, chatHref, directOf, isChatList, threadOf } from './paths.ts';
import { ChannelView } from './messages/channel-view.tsx';
import { ChatShortcuts } from './shortcuts/chat-shortcuts.tsx';
import { DirectOpener, Elsewhere, FindPage, SavedPage, ThreadsPage } from './slots.ts';
import { useFollowSaved } from './saved/saved-messages.ts';
import { listedChannels } from './channels/listed-channels.ts';
import styles from './chat-page.module.css';

/** The selection waits for the sidebar only once in the life of the page. */
let firstLoad = true;

/** The open channel, kept in step between URL and selection; null if there is none. */
const useOpenChannel = (userId: string): string | null => {
  const { channelId: addressed } = useParams();
  const { code } = useLanguage();
  const { status, activity } = useStore(directory.state);
  const isOrdered = activity.size > 0;
  const { channelId } = useStore(selection.selection);

  useEffect(() => {
    if (addressed !== undefined) selection.dispatch({ kind: 'addressed', channelId: addressed });
  }, [addressed]);

  useEffect(() => {
    if (status !== 'ready') return;
    const state = directory.state.get();
    selection.dispatch({
      kind: 'channels-loaded',
      channels: listedChannels(state, userId, code).map(({ channel }) => channel.id),
      withLastActive: new Set(state.lastActive.keys()),
      firstLoad,
    });
    firstLoad = false;
    // Depends on the loads only: a change of the order by another language must not select again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [status, isOrdered]);

  useEffect(() => {
    // The URL may just have changed the selection, which is then current.
    const open = selection.selection.get().channelId;
    if (open !== null && open !== addressed) {
      navigate(chatHref(open), { replace: addressed === undefined, keepScroll: true });
    }
  }, [channelId, addressed]);

  return channelId;
};

const lists = { search: FindPage, threads: ThreadsPage, saved: SavedPage };

/** The chat: the content beside the sidebar. */
export const ChatPage = () => {
  useLayoutEffect(startChat, []);
  const user = useUser();
  const { query } = useLocation();
  const { channelId } = useParams();
  if (user === null) return null;
  if (isChatList(channelId)) {
    const List = lists[channelId];
    return (
      <div className={styles['page']}>
        <Eventually>
          <List userId={user.id} />
        </Eventually>
      </div>
    );
  }
  const direct = directOf(query);
  if (direct === null) return <OpenChannel user={user} />;
  return (
    <Eventually>
      <DirectOpener key={query} {...direct} />
    </Eventually>
  );
};

type User = NonNullable<ReturnType<typeof useUser>>;

const OpenChannel = ({ user }: { user: User }) => {
  const { t } = useLanguage();
  const channelId = useOpenChannel(user.id);
  useFollowSaved();
  const { status, channels } = useStore(directory.state);
  const { query, key } = useLocation();
  const channel = channelId === null ? undefined : channels.get(channelId);
  // A channel is the largest part of the page that is rendered at once. Deferred, it yields to
  // typing and scrolling; meanwhile the former channel stays.
  const shownId = useDeferredValue(channel?.id, undefined);
  const shown = channel === undefined || shownId === undefined ? undefined : channels.get(shownId);
  const isCurrent = shownId === channelId;
  const name = channel === undefined ? null : channelName(channel, user.id);
  usePageTitle(useStore(title.name) ?? t('chat.title'));
  useEffect(() => {
    if (name !== null) title.selected(name);
  }, [name]);
  // A new object for each navigation, so that following the same link again scrolls again.
  const wanted = useMemo(() => {
    const seq = messageOf(query);
    return seq === null ? null : { seq, key };
  }, [query, key]);
  const wantedThread = useMemo(() => {
    const rootId = threadOf(query);
    return rootId === null ? null : { rootId, key };
  }, [query, key]);

  return (
    <div data-keeps-focus className={styles['page']}>
      {status === 'failed' && channel === undefined && (
        <Notice icon="offline" level={1} title={t('chat.loadFailed')}>
          <Button onClick={() => void directory.begin(user.id)}>{t('shell.tryAgain')}</Button>
        </Notice>
      )}
      {status === 'ready' && channels.size === 0 && channelId === null && (
        <Notice
          icon="chat"
          level={1}
          title={t('chat.noChannel')}
          text={t('chat.noChannelAdvice')}
        />
      )}
      {status === 'ready' && channel === undefined && channelId !== null && (
        <Eventually>
          <Elsewhere key={channelId} channelId={channelId} userId={user.id} />
        </Eventually>
      )}
      {shown !== undefined && (
        <ChannelView
          key={shown.id}
          channel={shown}
          user={user}
          wanted={isCurrent ? wanted : null}
          wantedThread={isCurrent ? wantedThread : null}
        />
      )}
      <ChatShortcuts />
    </div>
  );
};
