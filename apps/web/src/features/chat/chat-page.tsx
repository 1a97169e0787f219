import { getChannel } from '@izgodno/contract/chat/channel-calls';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useLayoutEffect } from 'react';
import { api } from '#core/api/api.ts';
import { actionErrorText } from '#core/api/error-text.ts';
import { Eventually } from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { usePageTitle } from '#core/page-title.ts';
import { useLocation, navigate } from '#core/router/location.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { useParams } from '#core/router/params.ts';
import { useStore } from '#shared/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { joinChannel } from './channels/channel-actions.ts';
import { directory, startChat, title, selection } from './chat.ts';
import { useInvitations } from './members/invitations.ts';
import { channelName } from './channels/channel-name.ts';
import { DirectOpener } from './channels/direct-opener.tsx';
import { messageOf, chatHref, directOf, isChatList, threadOf } from './paths.ts';
import { ChannelView } from './messages/channel-view.tsx';
import { ChatShortcuts, FindPage, InvitationCard, SavedPage, ThreadsPage } from './slots.ts';
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
  return direct === null ? <OpenChannel user={user} /> : <DirectOpener key={query} {...direct} />;
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
        <Elsewhere key={channelId} channelId={channelId} userId={user.id} />
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
      <Eventually>
        <ChatShortcuts />
      </Eventually>
    </div>
  );
};

const channelQuery = (id: string) =>
  queryOptions({
    queryKey: ['chat', 'channel', id],
    queryFn: async ({ signal }) => (await api.call(getChannel, { params: { id } }, signal)).channel,
    staleTime: 0,
  });

/**
 * Replaces a channel that the user is not in: an invitation, a public channel to join, or "not
 * found".
 */
const Elsewhere = ({ channelId, userId }: { channelId: string; userId: string }) => {
  const { t } = useLanguage();
  const joining = useMutation({ mutationFn: (id: string) => joinChannel(id, userId) });
  const invitations = useInvitations();
  const invitation = invitations?.find(({ channel }) => channel.id === channelId);
  // The server does not show a private channel before the user accepts the invitation.
  const { data, isError } = useQuery({
    ...channelQuery(channelId),
    enabled: invitations !== undefined && invitation === undefined,
  });
  const name = invitation?.channel.name ?? data?.name ?? null;
  useEffect(() => title.selected(name), [name]);
  if (invitation !== undefined) {
    return (
      <Eventually>
        <InvitationCard invitation={invitation} userId={userId} />
      </Eventually>
    );
  }
  if (isError) return <Notice icon="search" level={1} title={t('chat.channelNotFound')} />;
  if (data === undefined) return <div aria-busy="true" />;
  return (
    <Notice
      icon="user"
      level={1}
      title={data.name}
      text={joining.isError ? t(actionErrorText(joining.error)) : data.topic}
    >
      <Button tone="primary" disabled={joining.isPending} onClick={() => joining.mutate(data.id)}>
        {t('chat.join')}
      </Button>
    </Notice>
  );
};
