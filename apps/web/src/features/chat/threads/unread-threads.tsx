import { useQueryClient } from '@tanstack/react-query';
import { useBlocked } from '#core/blocks/blocks.ts';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { showFailure } from '#core/api/error-text.ts';
import { Button } from '#shared/ui/button.tsx';
import { MessageExcerpt } from '../messages/message-excerpt.tsx';
import { threadHref } from '../paths.ts';
import { markThreadRead, useFollowedThreads, useUnreadReplies } from './followed-threads.ts';
import styles from '../channels/why-unread.module.css';

/** The followed threads with unread replies, which the number beside "Threads" counts. */
export const UnreadThreads = ({ onClose }: { onClose: () => void }) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const blocked = useBlocked();
  const unreadOf = useUnreadReplies();
  const unread = useFollowedThreads()?.filter((thread) => unreadOf(thread) > 0) ?? [];
  const markAll = async (): Promise<void> => {
    onClose();
    const marks = unread.map((thread) =>
      markThreadRead(queries, thread.root.id, thread.unread.at(-1) ?? 0),
    );
    await Promise.all(marks).catch(showFailure);
  };
  return (
    <>
      <ul className={styles['list']}>
        {unread.map((thread) => (
          <li key={thread.root.id}>
            <Link
              href={threadHref(thread.root.channelId, thread.root.id)}
              className={styles['link']}
              onClick={onClose}
            >
              <MessageExcerpt message={thread.root} isFolded={blocked.has(thread.root.sender.id)} />
              <span>{t('chat.unreadReplies', { count: unreadOf(thread) })}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles['actions']}>
        <Button tone="quiet" onClick={() => void markAll()}>
          {t('chat.markAllRead')}
        </Button>
      </div>
    </>
  );
};
