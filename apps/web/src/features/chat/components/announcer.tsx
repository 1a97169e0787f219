import type { Message } from '@izgodno/contract/chat/message';
import { useEffect, useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { directory } from '../browser/chat.ts';
import { plainText } from '../markdown/plain-text.ts';

/** The last ones stay, for those who read back; they were spoken when they came. */
const KEPT = 20;

interface AnnouncerProps {
  readonly channelId: string;
  readonly userId: string;
  /** What these people write is not announced. */
  readonly blocked: ReadonlySet<string>;
}

/**
 * Says each message that others write in the open channel, once. The list itself is no live region:
 * it shows the same message anew whenever it is scrolled to.
 */
export const Announcer = ({ channelId, userId, blocked }: AnnouncerProps) => {
  const { t } = useLanguage();
  const [said, setSaid] = useState<readonly Message[]>([]);

  useEffect(() => {
    // What was there before is no news, whenever it changes.
    const since = directory.state.get().channels.get(channelId)?.lastSeq ?? 0;
    const seen = new Set<number>();
    const say = (message: Message): void => {
      const { seq, sender, deletedAt } = message;
      const isNews = message.channelId === channelId && seq > since && !seen.has(seq);
      if (!isNews || sender.id === userId || deletedAt !== null) return;
      seen.add(seq);
      setSaid((before) => [...before, message].slice(-KEPT));
    };
    return realtime.listen((heard) => {
      if (heard.type === 'message.created') say(heard.data.message);
      if (heard.type === 'missed' && heard.data.outcome === 'messages') {
        heard.data.messages.forEach(say);
      }
    });
  }, [channelId, userId]);

  const heeded = said.filter(({ sender }) => !blocked.has(sender.id));
  return (
    <div role="log" aria-label={t('chat.newMessages')} className="visually-hidden">
      {heeded.map(({ id, sender, text, mentions, attachments }) => (
        <p key={id}>
          {t('chat.announced', {
            name: sender.name,
            text:
              plainText(text, { mentions, everybody: t('chat.everybody') }) ||
              t('chat.files', { count: attachments.length }),
          })}
        </p>
      ))}
    </div>
  );
};
