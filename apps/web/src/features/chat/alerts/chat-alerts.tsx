import type { Message } from '@izgodno/contract/chat/message';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { useBlocked } from '#core/blocks/blocks.ts';
import { useLanguage, type Translate } from '#core/language/language.ts';
import { note } from '#core/log.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { currentLocation, navigate } from '#core/router/location.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { useStore } from '#shared/store.ts';
import { showToast } from '#shared/ui/toast.ts';
import { after } from '#shared/browser-events.ts';
import { directory, startChat } from '../chat.ts';
import { plainText } from '../messages/markdown/plain-text.ts';
import { channelName } from '../channels/channel-name.ts';
import { unreadOf } from '../channels/channel-directory.ts';
import { chatHref } from '../paths.ts';
import { announceSight, claimNotice, isSomePageInSight } from './attention.ts';
import { watchIdle } from './idle.ts';
import { noticeWay, type Attention } from './notice-policy.ts';
import { holds, ownStatusQuery } from '../members/own-status.ts';
import { noticeSound, playSound } from './sounds.ts';
import { showSystemNotice } from './system-notice.ts';
import { showTitleBadge } from './title-badge.ts';

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
  const { channels } = useStore(directory.state);
  const blocked = useBlocked();
  const { data: status } = useQuery({ ...ownStatusQuery(ownId ?? ''), enabled: ownId !== null });

  const onMessage = useEffectEvent(async (message: Message): Promise<void> => {
    const channel = channels.get(message.channelId);
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
      showToast(`${title}: ${body}`, 'info', undefined, {
        label: t('chatNotices.show'),
        run: () => navigate(path),
      });
    }
  });

  useEffect(
    () =>
      realtime.listen((heard) => {
        if (heard.type === 'message.created') void onMessage(heard.data.message);
      }),
    [],
  );
  useEffect(announceSight, []);
  useEffect(startIdleWatch, []);

  const unread = [...channels.values()]
    .filter(({ membership }) => membership.notifications !== 'none')
    .reduce((sum, channel) => sum + unreadOf(channel), 0);
  useEffect(() => showTitleBadge(unread), [unread]);
  return null;
};
