import type { Channel } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';
import { currentLanguage, loadArea, type Translate } from '#core/language/language.ts';
import { note } from '#core/log.ts';
import { navigate } from '#core/router/location.ts';
import { tabLocks } from '#shared/other-tabs.ts';
import { showToast } from '#shared/ui/toast.ts';
import { channelName } from '../channels/channel-name.ts';
import { mentionLabels } from '../messages/markdown/mention-labels.ts';
import { plainText } from '../messages/markdown/plain-text.ts';
import { chatHref } from '../paths.ts';
import { noticeSound, playSound } from './sounds.ts';

/** How long no other page notifies about the same message, in milliseconds. */
const CLAIM_MS = 10_000;

/** Whether this page notifies about a message; of several open pages, one does. */
const claimNotice = (messageId: string): Promise<boolean> => {
  const manager = tabLocks();
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

const loadTexts = () => Promise.all([loadArea('chat'), loadArea('chat.more')]);

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

const bodyOf = ({ text, mentions, attachments }: Message, t: Translate): string => {
  if (text !== '') {
    return plainText(text, {
      mentions,
      ...mentionLabels(t),
    }).slice(0, EXCERPT_LENGTH);
  }
  return t(
    attachments.some(({ waveform }) => waveform !== undefined)
      ? 'voice.message'
      : 'chatNotices.files',
  );
};

/**
 * Notifies about a message with a sound, and in the page or by the system. Of several pages that do so
 * at once, one does. Returns the id of the toast, if there is one.
 */
export const showNotice = async ({
  message,
  channel,
  ownId,
  way,
}: {
  readonly message: Message;
  readonly channel: Channel;
  readonly ownId: string;
  readonly way: 'system' | 'page';
}): Promise<number | null> => {
  await loadTexts();
  if (!(await claimNotice(message.id))) return null;
  void playSound(noticeSound.get());
  const { t } = currentLanguage();
  const { name } = message.sender;
  const origin = channelName(channel, ownId);
  const title = channel.kind === 'direct' ? name : t('chatNotices.from', { name, channel: origin });
  const body = bodyOf(message, t);
  const path = chatHref(message.channelId);
  if (way === 'system') {
    const notice = { title, body, tag: message.channelId, path };
    await showSystemNotice(notice).catch((cause: unknown) =>
      note('The system did not show a notice', cause),
    );
    return null;
  }
  const action = { label: t('chatNotices.show'), run: () => navigate(path) };
  // One toast for all messages: busy channels would fill the screen.
  return showToast(`${title}: ${body}`, 'info', { action, group: 'chat' });
};

/** Says that a moderator ended the user's membership of a channel, and how to return. */
export const showLoss = async (channel: Channel, reason: 'removed' | 'banned'): Promise<void> => {
  await loadTexts();
  const { t } = currentLanguage();
  const open = {
    label: t('chatNotices.show'),
    run: () => navigate(chatHref(channel.id)),
  };
  const kind = channel.kind === 'public' ? 'public' : 'private';
  const key = reason === 'banned' ? 'chatNotices.banned' : (`chatNotices.removed.${kind}` as const);
  showToast(t(key, { channel: channel.name }), 'info', {
    // The user may look away.
    durationMs: Infinity,
    ...(reason === 'removed' && kind === 'public' && { action: open }),
  });
};
