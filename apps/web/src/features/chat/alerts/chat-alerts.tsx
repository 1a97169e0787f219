import type { Message } from '@izgodno/contract/chat/message';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { TITLE_BADGE } from '#core/title-badge.ts';
import { useBlocked } from '#core/blocks/blocks.ts';
import { note } from '#core/log.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import type { RealtimeMessage } from '#core/realtime/realtime.ts';
import { currentLocation, usePath } from '#core/router/location.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { tabLocks } from '#shared/other-tabs.ts';
import { useStore, type Unsubscribe } from '#shared/store.ts';
import { after } from '#shared/browser-events.ts';
import { dismissToast } from '#shared/ui/toast.ts';
import { directory, startChat } from '../chat.ts';
import { unreadInAll } from '../channels/channel-directory.ts';
import { chatHref } from '../paths.ts';
import type { Attention } from './notice-policy.ts';
import { holds, ownStatusQuery } from '../members/presence.ts';

/** A lock that every visible page of the site holds. */
const IN_SIGHT = 'chat-in-sight';

/** Signals to the user's other pages that this one is visible. */
const announceSight = (): Unsubscribe => {
  let leave: (() => void) | null = null;
  const follow = (): void => {
    const inSight = document.visibilityState === 'visible';
    if (inSight === (leave !== null)) return;
    leave?.();
    leave = null;
    if (!inSight) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    leave = resolve;
    void tabLocks()?.request(IN_SIGHT, { mode: 'shared' }, () => promise);
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    leave?.();
  };
};

/** Whether any page of the site is visible. */
export const isSomePageInSight = async (): Promise<boolean> => {
  const { held = [] } = (await tabLocks()?.query()) ?? {};
  return held.some(({ name }) => name === IN_SIGHT);
};

/** Larger numbers are shown as "99+". */
const MOST = 99;

const badgeOf = (count: number): string => {
  if (count === 0) return '';
  return count > MOST ? `(${MOST}+) ` : `(${count}) `;
};

const put = (badge: string): void => {
  const title = badge + document.title.replace(TITLE_BADGE, '');
  if (title !== document.title) document.title = title;
};

/** Puts a number before the page's title, and again whenever the title changes. */
const showTitleBadge = (count: number): Unsubscribe => {
  const badge = badgeOf(count);
  put(badge);
  const observer = new MutationObserver(() => put(badge));
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    put('');
  };
};

const attentionTo = async (channelId: string): Promise<Attention> => {
  if (document.visibilityState === 'visible') {
    return currentLocation().path === chatHref(channelId) ? 'channel' : 'page';
  }
  return (await isSomePageInSight()) ? 'elsewhere' : 'away';
};

const noteFailure = (cause: unknown): void => note('The chat could not notify', cause);

/** How much later than the page the code for idleness loads, in milliseconds: it waits for minutes. */
const IDLE_WATCH_AFTER_MS = 20_000;

const beginIdleWatch = (): Unsubscribe => {
  let stop: Unsubscribe | null = null;
  const start = async (): Promise<void> => {
    const { startIdleWatch } = await import('./start-idle-watch.ts');
    // Ended meanwhile.
    if (stop !== null) stop = startIdleWatch();
  };
  stop = after(IDLE_WATCH_AFTER_MS, () => void start().catch(noteFailure));
  return () => {
    stop?.();
    stop = null;
  };
};

type Left = Extract<RealtimeMessage, { type: 'channel.left' }>['data'];

/**
 * Notifies the user about unseen messages and lost channels, and the server about the user's presence.
 * Renders nothing.
 */
export const ChatAlerts = () => {
  useLayoutEffect(startChat, []);
  const ownId = useUser()?.id ?? null;
  const state = useStore(directory.state);
  const blocked = useBlocked();
  const { data: status } = useQuery({ ...ownStatusQuery(ownId ?? ''), enabled: ownId !== null });

  /** The last toast, and the path of its channel. */
  const toast = useRef<{ readonly id: number | null; readonly path: string }>(null);
  const path = usePath();
  useEffect(() => {
    // The channel itself shows the message, and the toast could cover it.
    if (toast.current?.path === path) dismissToast(toast.current.id);
  }, [path]);

  const onMessage = useEffectEvent(async (message: Message): Promise<void> => {
    const channel = state.channels.get(message.channelId);
    if (channel === undefined || ownId === null) return;
    const { noticeWay } = await import('./notice-policy.ts');
    const held = status !== undefined && holds(status, Date.now());
    const way = noticeWay({
      message,
      channel,
      ownId,
      blocked,
      availability: held ? status.availability : 'auto',
      attention: await attentionTo(message.channelId),
    });
    if (way === 'none') return;
    const { showNotice } = await import('./show-notice.ts');
    const id = await showNotice({ message, channel, ownId, way });
    toast.current = { id, path: chatHref(message.channelId) };
    // The user may have opened the channel meanwhile.
    if (toast.current.path === currentLocation().path) dismissToast(id);
  });
  const onLeft = useEffectEvent(async ({ channelId, reason }: Left): Promise<void> => {
    // The state that was rendered last still has it.
    const channel = state.channels.get(channelId);
    // Another page that is visible shows it.
    if (reason === 'left' || (await attentionTo(channelId)) === 'elsewhere') return;
    const { showLoss } = await import('./show-notice.ts');
    if (channel !== undefined) await showLoss(channel, reason);
  });
  // One after the other, because a notice replaces the one before.
  const shown = useRef(Promise.resolve());

  useEffect(
    () =>
      realtime.listen((received) => {
        if (received.type === 'channel.left') onLeft(received.data).catch(noteFailure);
        if (received.type !== 'message.created') return;
        const { message } = received.data;
        shown.current = shown.current.then(() => onMessage(message)).catch(noteFailure);
      }),
    [],
  );
  useEffect(announceSight, []);
  useEffect(beginIdleWatch, []);

  const unread = unreadInAll(state);
  useEffect(() => showTitleBadge(unread), [unread]);
  return null;
};
