import type { Message } from '@izgodno/contract/chat/message';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { useBlocked } from '#core/blocks/blocks.ts';
import { useLanguage, type Translate } from '#core/language/language.ts';
import { note } from '#core/log.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { currentLocation, navigate } from '#core/router/location.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { useStore, type Unsubscribe } from '#shared/store.ts';
import { showToast } from '#shared/ui/toast.ts';
import { after } from '#shared/browser-events.ts';
import { directory, startChat } from '../chat.ts';
import { plainText } from '../messages/markdown/plain-text.ts';
import { channelName } from '../channels/channel-name.ts';
import { unreadInAll } from '../channels/channel-directory.ts';
import { chatHref } from '../paths.ts';
import { watchIdle } from './idle.ts';
import { noticeWay, type Attention } from './notice-policy.ts';
import { holds, ownStatusQuery } from '../members/presence.ts';
import { noticeSound, playSound } from './sounds.ts';

/** A lock that every visible page of the site holds. */
const IN_SIGHT = 'chat-in-sight';
/** How long no other page notifies about the same message, in milliseconds. */
const CLAIM_MS = 10_000;

const locks = (): LockManager | undefined => navigator.locks;

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
    void locks()?.request(IN_SIGHT, { mode: 'shared' }, () => promise);
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
  const { held = [] } = (await locks()?.query()) ?? {};
  return held.some(({ name }) => name === IN_SIGHT);
};

/** Whether this page notifies about a message; of several open pages, one does. */
const claimNotice = (messageId: string): Promise<boolean> => {
  const manager = locks();
  if (manager === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    void manager.request(`chat-notice-${messageId}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null
        ? undefined
        : new Promise<void>((release) => void setTimeout(release, CLAIM_MS));
    });
  });
};

const BADGE = /^\(\d+\+?\) /;
/** Larger numbers are shown as "99+". */
const MOST = 99;

const badgeOf = (count: number): string => {
  if (count === 0) return '';
  return count > MOST ? `(${MOST}+) ` : `(${count}) `;
};

const put = (badge: string): void => {
  const title = badge + document.title.replace(BADGE, '');
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

interface SystemNotice {
  readonly title: string;
  readonly body: string;
  /** A later notice replaces an earlier one with the same tag. */
  readonly tag: string;
  /** The path that a tap opens. */
  readonly path: string;
}

/**
 * Shows a system notification while no page is visible. Phones allow that only to service workers;
 * without one, or without permission, the badge and the sound remain.
 */
const showSystemNotice = async ({ title, body, tag, path }: SystemNotice): Promise<void> => {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const options = { body, tag, icon: '/icons/icon-192.png', silent: true };
  try {
    const notice = new Notification(title, options);
    notice.addEventListener('click', () => {
      window.focus();
      navigate(path);
      notice.close();
    });
  } catch {
    const worker = await navigator.serviceWorker.getRegistration();
    // The worker opens the path, as it does for a push.
    await worker?.showNotification(title, { ...options, data: { path } });
  }
};

/** Maximum length of a message in a notice, in characters. */
const EXCERPT_LENGTH = 140;

const bus = 'chat-activity';

const attentionTo = async (channelId: string): Promise<Attention> => {
  if (document.visibilityState === 'visible') {
    return currentLocation().path === chatHref(channelId) ? 'channel' : 'page';
  }
  return (await isSomePageInSight()) ? 'elsewhere' : 'away';
};

const bodyOf = ({ text, mentions, attachments }: Message, t: Translate): string => {
  if (text !== '') {
    return plainText(text, { mentions, everybody: t('chat.everybody') }).slice(0, EXCERPT_LENGTH);
  }
  return t(
    attachments.some(({ waveform }) => waveform !== undefined)
      ? 'voice.message'
      : 'chatNotices.files',
  );
};

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

const startIdleWatch = (): (() => void) => {
  const channel = new BroadcastChannel(bus);
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
  const { t } = useLanguage();
  const ownId = useUser()?.id ?? null;
  const state = useStore(directory.state);
  const blocked = useBlocked();
  const { data: status } = useQuery({ ...ownStatusQuery(ownId ?? ''), enabled: ownId !== null });

  const onMessage = useEffectEvent(async (message: Message): Promise<void> => {
    const channel = state.channels.get(message.channelId);
    if (channel === undefined || ownId === null) return;
    const held = status !== undefined && holds(status, Date.now());
    const way = noticeWay({
      message,
      channel,
      ownId,
      blocked,
      availability: held ? status.availability : 'auto',
      attention: await attentionTo(message.channelId),
    });
    if (way === 'none' || !(await claimNotice(message.id))) return;
    void playSound(noticeSound.get());
    const { name } = message.sender;
    const place = channelName(channel, ownId);
    const title =
      channel.kind === 'direct' ? name : t('chatNotices.from', { name, channel: place });
    const body = bodyOf(message, t);
    const path = chatHref(message.channelId);
    if (way === 'system') {
      const notice = { title, body, tag: message.channelId, path };
      await showSystemNotice(notice).catch((cause: unknown) =>
        note('The system did not show a notice', cause),
      );
    } else {
      const show = { label: t('chatNotices.show'), run: () => navigate(path) };
      // One toast for all messages: busy channels would fill the screen.
      showToast(`${title}: ${body}`, 'info', undefined, show, 'chat');
    }
  });

  useEffect(
    () =>
      realtime.listen((received) => {
        if (received.type === 'message.created') void onMessage(received.data.message);
      }),
    [],
  );
  useEffect(announceSight, []);
  useEffect(startIdleWatch, []);

  const unread = unreadInAll(state);
  useEffect(() => showTitleBadge(unread), [unread]);
  return null;
};
