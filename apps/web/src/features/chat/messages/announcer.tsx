import type { Message } from '@izgodno/contract/chat/message';
import { useEffect, useState } from 'react';
import { langOf } from '#core/language/lang-of.ts';
import { useLanguage } from '#core/language/language.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { directory } from '../chat.ts';
import { mentionLabels } from './markdown/mention-labels.ts';
import { plainText } from './markdown/plain-text.ts';

/** The latest announcements stay for users who read back. */
const MAX_ANNOUNCED = 20;
/** How many announced messages are known by number, until all before the last count as announced. */
const MAX_KNOWN = 500;

interface AnnouncerProps {
  readonly channelId: string;
  readonly userId: string;
  /** Messages of these users are not announced. */
  readonly blocked: ReadonlySet<string>;
}

/**
 * Announces each message of others in the open channel once. The list itself is not a live region,
 * because it renders the same message again on scrolling.
 */
export const Announcer = ({ channelId, userId, blocked }: AnnouncerProps) => {
  const { t, code } = useLanguage();
  const [said, setSaid] = useState<readonly Message[]>([]);

  useEffect(() => {
    // Messages before this one are not new, even if they change.
    let since = directory.state.get().channels.get(channelId)?.lastSeq ?? 0;
    const seen = new Set<number>();
    const say = (message: Message): void => {
      const { seq, sender, deletedAt } = message;
      const isNew = message.channelId === channelId && seq > since && !seen.has(seq);
      if (!isNew || sender.id === userId || deletedAt !== null) return;
      seen.add(seq);
      if (seen.size > MAX_KNOWN) {
        since = Math.max(...seen);
        seen.clear();
      }
      setSaid((before) => [...before, message].slice(-MAX_ANNOUNCED));
    };
    return realtime.listen((received) => {
      if (received.type === 'message.created') say(received.data.message);
      if (received.type === 'missed' && received.data.outcome === 'messages') {
        received.data.messages.forEach(say);
      }
    });
  }, [channelId, userId]);

  const heeded = said.filter(({ sender }) => !blocked.has(sender.id));
  return (
    <div role="log" aria-label={t('chat.newMessages')} className="visually-hidden">
      {heeded.map(({ id, sender, text, mentions, attachments }) => (
        <p key={id} lang={langOf(text, code)}>
          {t('chat.announced', {
            name: sender.name,
            text:
              plainText(text, {
                mentions,
                ...mentionLabels(t),
              }) || t('chat.files', { count: attachments.length }),
          })}
        </p>
      ))}
    </div>
  );
};
