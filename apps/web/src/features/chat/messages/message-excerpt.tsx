import type { Message } from '@izgodno/contract/chat/message';
import { langOf } from '#core/language/lang-of.ts';
import { useLanguage } from '#core/language/language.ts';
import { UserMark } from '../members/user-mark.tsx';
import { excerpt } from '../search/highlight.ts';
import { Highlighted } from '../search/highlighted.tsx';
import { mentionLabels } from './markdown/mention-labels.ts';
import { plainText } from './markdown/plain-text.ts';
import { momentText } from './time-text.ts';
import styles from './message-excerpt.module.css';

interface MessageExcerptProps {
  readonly message: Message;
  /** The name of its channel; absent where that is clear. */
  readonly origin?: string;
  /** Whether its sender is blocked, so that its text is hidden. */
  readonly isFolded: boolean;
  /** The words that are marked, and around which a long text is cut. */
  readonly search?: string;
}

/** A message in a few lines, outside its channel: sender, time, and the beginning of its text. */
export const MessageExcerpt = ({ message, origin, isFolded, search = '' }: MessageExcerptProps) => {
  const { t, code } = useLanguage();
  const { sender, createdAt, mentions, text, attachments, deletedAt } = message;
  const content = [
    plainText(text, {
      mentions,
      ...mentionLabels(t),
    }),
    ...attachments.map(({ fileName }) => fileName),
  ].join(' ');
  const shown = deletedAt === null ? content : t('chat.deleted');
  return (
    <span className={styles['excerpt']}>
      <UserMark id={sender.id} name={sender.name} />
      <span className={styles['content']}>
        <span className={styles['about']}>
          <bdi className={styles['sender']}>{sender.name || t('chat.deletedAccount')}</bdi>
          {origin !== undefined && <bdi>{origin}</bdi>}
          <time dateTime={createdAt}>{momentText(createdAt, code)}</time>
        </span>
        <span
          className={styles['text']}
          dir="auto"
          lang={isFolded || deletedAt !== null ? undefined : langOf(content, code)}
        >
          {isFolded ? (
            t('chat.blockedMessage')
          ) : (
            <Highlighted text={excerpt(shown, search)} search={search} />
          )}
        </span>
      </span>
    </span>
  );
};
