import type { FollowedThread } from '@izgodno/contract/chat/thread-calls';
import { useQueryClient } from '@tanstack/react-query';
import { useBlocked } from '#core/blocks/blocks.ts';
import { FailedQuery } from '#core/failed-query.tsx';
import { useLanguage } from '#core/language/language.ts';
import { usePageTitle } from '#core/page-title.ts';
import { Link } from '#core/router/link.tsx';
import { showFailure } from '#core/api/error-text.ts';
import { useStore } from '#shared/store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { directory } from '../chat.ts';
import { channelName } from '../channels/channel-name.ts';
import { MessageExcerpt } from '../messages/message-excerpt.tsx';
import { threadHref } from '../paths.ts';
import {
  setFollowing,
  useFollowedThreads,
  useThreadsQuery,
  useUnreadReplies,
} from './followed-threads.ts';
import styles from '../message-rows.module.css';

interface ThreadRowProps {
  readonly thread: FollowedThread;
  readonly unread: number;
  readonly userId: string;
}

/** A followed thread: its first message, and its last reply. */
const ThreadRow = ({ thread: { root, lastReply }, unread, userId }: ThreadRowProps) => {
  const { t } = useLanguage();
  const queries = useQueryClient();
  const blocked = useBlocked();
  const { channels } = useStore(directory.state);
  const channel = channels.get(root.channelId);
  const unfollow = (): Promise<void> => setFollowing(queries, root.id, false).catch(showFailure);
  return (
    <li className={styles['row']} data-muted={unread === 0}>
      <Link href={threadHref(root.channelId, root.id)} className={styles['link']}>
        <MessageExcerpt
          message={root}
          isFolded={blocked.has(root.sender.id)}
          {...(channel && { origin: channelName(channel, userId) })}
        />
        {lastReply !== null && (
          <span className={styles['reply']}>
            <MessageExcerpt message={lastReply} isFolded={blocked.has(lastReply.sender.id)} />
          </span>
        )}
      </Link>
      <span className={styles['actions']}>
        {unread > 0 && (
          <strong className={styles['unread']}>{t('chat.unreadReplies', { count: unread })}</strong>
        )}
        <Button
          tone="quiet"
          aria-label={t('threads.unfollowOf', {
            name: root.sender.name || t('chat.deletedAccount'),
          })}
          onClick={() => void unfollow()}
        >
          {t('threads.unfollow')}
        </Button>
      </span>
    </li>
  );
};

/** The threads that the user follows. */
export const ThreadsPage = ({ userId }: { userId: string }) => {
  const { t } = useLanguage();
  const threads = useFollowedThreads();
  const query = useThreadsQuery();
  const unreadOf = useUnreadReplies();
  usePageTitle(t('chat.threads'));
  return (
    <div className={styles['page']} aria-busy={threads === undefined && query.error === null}>
      {threads?.length === 0 ? (
        <Notice icon="chat" level={1} title={t('threads.empty')} text={t('threads.emptyAdvice')} />
      ) : (
        <PageFrame title={t('chat.threads')} lead={t('threads.lead')} width="rows">
          {query.error !== null && <FailedQuery query={query} />}
          <ul className={styles['list']}>
            {threads?.map((thread) => (
              <ThreadRow
                key={thread.root.id}
                thread={thread}
                unread={unreadOf(thread)}
                userId={userId}
              />
            ))}
          </ul>
        </PageFrame>
      )}
    </div>
  );
};
