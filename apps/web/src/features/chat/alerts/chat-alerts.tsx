import type { Message } from '@izgodno/contract/chat/message';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { TITLE_BADGE } from '#core/title-badge.ts';
import { useBlocked } from '#core/blocks/blocks.ts';
import { loadArea } from '#core/language/language.ts';
import { note } from '#core/log.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { currentLocation, useLocation } from '#core/router/location.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { openTabChannel, tabLocks } from '#shared/other-tabs.ts';
import { useStore, type Unsubscribe } from '#shared/store.ts';
import { after } from '#shared/browser-events.ts';
import { dismissToast } from '#shared/ui/toast.ts';
import { directory, startChat } from '../chat.ts';
import { unreadInAll } from '../channels/channel-directory.ts';
import { chatHref } from '../paths.ts';
import { watchIdle } from './idle.ts';
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

const bus = 'chat-activity';

const attentionTo = async (channelId: string): Promise<Attention> => {
  if (document.visibilityState === 'visible') {
    return currentLocation().path === chatHref(channelId) ? 'channel' : 'page';
  }
  return (await isSomePageInSight()) ? 'elsewhere' : 'away';
};

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

const startIdleWatch = (): (() => void) => {
  const channel = openTabChannel(bus);
  const stop = watchIdle({
    now: () => Date.now(),
    after,
    onSign: (listener) => {
      for (const sign of signs) window.addEventListener(sign, listener, { passive: true });
      channel.addEventListener('message', listener);
      return () => {
        for (const sign of signs) window.removeEventListener(sign, listener);
        channel.removeEventListener('message', listener);
      };
    },
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only.
    share: () => channel.postMessage(null),
    say: (idle) => realtime.send({ type: 'idle', idle }),
    onConnected: (listener) =>
      realtime.connected.subscribe(() => {
        if (realtime.connected.get()) listener();
      }),
  });
  return () => {
    stop();
    channel.close();
  };
};

/**
 * Notifies the user about unseen messages, and the server about the user's presence. Renders
 * nothing.
 */
export const ChatAlerts = () => {
  useLayoutEffect(startChat, []);
  const ownId = useUser()?.id ?? null;
  const state = useStore(directory.state);
  const blocked = useBlocked();
  const { data: status } = useQuery({ ...ownStatusQuery(ownId ?? ''), enabled: ownId !== null });

  /** The last toast, and the path of its channel. */
  const toast = useRef<{ readonly id: number | null; readonly path: string }>(null);
  const { path } = useLocation();
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
    const [{ showNotice }] = await Promise.all([
      import('./show-notice.ts'),
      loadArea('chat'),
      loadArea('chat.more'),
    ]);
    const id = await showNotice({ message, channel, ownId, way });
    toast.current = { id, path: chatHref(message.channelId) };
    // The user may have opened the channel meanwhile.
    if (toast.current.path === currentLocation().path) dismissToast(id);
  });
  // One after the other, because a notice replaces the one before.
  const shown = useRef(Promise.resolve());

  useEffect(
    () =>
      realtime.listen((received) => {
        if (received.type !== 'message.created') return;
        const { message } = received.data;
        shown.current = shown.current
          .then(() => onMessage(message))
          .catch((cause: unknown) => note('A notice was not shown', cause));
      }),
    [],
  );
  useEffect(announceSight, []);
  useEffect(startIdleWatch, []);

  const unread = unreadInAll(state);
  useEffect(() => showTitleBadge(unread), [unread]);
  return null;
};
