import { getThread } from '@izgodno/contract/chat/message-calls';
import { MESSAGE_PAGE_LIMIT } from '@izgodno/contract/chat/limits';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type RefObject } from 'react';
import { api } from '#core/api/api.ts';
import { errorText } from '#core/api/error-text.ts';
import { readAgain, takeEvent } from '#core/api/read-again.ts';
import { useLanguage } from '#core/language/language.ts';
import { MoreButton } from '#core/lists/more-button.tsx';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { listen } from '#shared/browser-events.ts';
import { useStore } from '#shared/store.ts';
import { outbox } from '../chat.ts';
import { endOfThread, isFull, repliesOf, takeInThread } from './thread.ts';
import { Composer } from '../composer/composer.tsx';
import { useHeld } from '../composer/held.ts';
import { useChannelView } from './channel-view-context.ts';
import { MessageRow } from './message-row.tsx';
import { PendingRow } from './pending-row.tsx';
import { SidePanel } from './side-panel.tsx';
import { FollowButton } from '../threads/follow-button.tsx';
import { useThreadReading } from '../threads/use-thread-reading.ts';
import styles from './channel-view.module.css';

/** Distance from the end within which the panel follows new replies, in pixels. */
const END_DISTANCE = 200;

const threadQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'thread', id],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        getThread,
        {
          params: { id },
          query: {
            limit: MESSAGE_PAGE_LIMIT.default,
            ...(pageParam === 0 ? {} : { before: pageParam }),
          },
        },
        signal,
      ),
    // No reply has a `seq` of 0, so 0 requests the newest replies.
    initialPageParam: 0,
    getNextPageParam: ({ hasMore, replies }) => (hasMore ? replies[0]?.seq : undefined),
  });

const distanceFromEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number =>
  scrollHeight - scrollTop - clientHeight;

const isAtEnd = (body: HTMLElement | null): boolean =>
  body !== null && distanceFromEnd(body) < END_DISTANCE;

/** The loaded pages of a thread, kept up to date. `body` scrolls. */
const useThread = (rootId: string, body: RefObject<HTMLElement | null>) => {
  const queries = useQueryClient();
  useEffect(
    () =>
      realtime.listen((received) => {
        const { queryKey } = threadQuery(rootId);
        if (received.type === 'missed') void readAgain(queries, { queryKey });
        if (received.type !== 'message.created' && received.type !== 'message.changed') return;
        const { message } = received.data;
        if (message.id !== rootId && message.threadId !== rootId) return;
        takeEvent(queries, queryKey, (held) => {
          const taken = takeInThread(held.pages, message);
          const isCut = isAtEnd(body.current) && !isFull(taken);
          const pages = isCut ? endOfThread(taken) : taken;
          return { pages: [...pages], pageParams: held.pageParams.slice(0, pages.length) };
        });
      }),
    [rootId, queries, body],
  );
  const query = useInfiniteQuery(threadQuery(rootId));
  const isBehind = isFull(query.data?.pages ?? []);
  useEffect(() => {
    const { current } = body;
    if (!isBehind || current === null) return;
    const readAtEnd = (): void => {
      const { queryKey } = threadQuery(rootId);
      const isReading = queries.isFetching({ queryKey }) > 0;
      if (isAtEnd(current) && !isReading) void readAgain(queries, { queryKey });
    };
    return listen(current, 'scroll', readAtEnd);
  }, [isBehind, rootId, queries, body]);
  return query;
};

interface ThreadPanelProps {
  readonly rootId: string;
  readonly userName: string;
  readonly onClose: () => void;
}

/** A message and its replies. */
export const ThreadPanel = ({ rootId, userName, onClose }: ThreadPanelProps) => {
  const { t } = useLanguage();
  const { userId, channel } = useChannelView();
  const body = useRef<HTMLDivElement>(null);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useThread(rootId, body);
  const held = useHeld(userId, { channelId: channel.id, threadId: rootId });
  const pending = useStore(outbox.outbox).filter(({ replyTo }) => replyTo === rootId);

  const root = data?.pages[0]?.root;
  const replies = repliesOf(data?.pages ?? []);
  const isAtStart = useRef(true);
  const last = pending.at(-1)?.clientId ?? replies.at(-1)?.clientId;
  const isOwn = pending.length > 0;
  useEffect(() => {
    const { current } = body;
    if (current === null || last === undefined) return;
    const grewBy = current.lastElementChild?.clientHeight ?? 0;
    // On a hidden page, what comes must not pass by unseen.
    const follows =
      document.visibilityState === 'visible' && distanceFromEnd(current) - grewBy < END_DISTANCE;
    if (isAtStart.current || isOwn || follows) current.scrollTop = current.scrollHeight;
    isAtStart.current = false;
  }, [last, isOwn]);

  useThreadReading(rootId, body, replies.at(-1)?.seq);

  const stored = new Set(replies.map(({ clientId }) => clientId));
  return (
    <SidePanel
      title={t('chat.threadTitle')}
      onClose={onClose}
      tools={root !== undefined && <FollowButton rootId={rootId} />}
    >
      <div
        ref={body}
        className={styles['panelBody']}
        aria-busy={root === undefined && error === null}
      >
        {root === undefined && error !== null && (
          <p role="alert" className={styles['hint']}>
            {t(errorText(error))}
          </p>
        )}
        {root !== undefined && (
          <MessageRow message={root} grouped={false} isTarget={false} isSeen={false} />
        )}
        <MoreButton
          className={styles['hint']}
          hasMore={hasNextPage}
          loading={isFetchingNextPage}
          onMore={fetchNextPage}
        >
          {t('chat.earlierReplies')}
        </MoreButton>
        {replies.map((message) => (
          <MessageRow
            key={message.clientId}
            message={message}
            grouped={false}
            isTarget={false}
            isSeen={false}
          />
        ))}
        {pending.map((entry) =>
          stored.has(entry.clientId) ? null : (
            <PendingRow
              key={entry.clientId}
              entry={entry}
              grouped={false}
              user={{ id: userId, name: userName }}
            />
          ),
        )}
      </div>
      {root !== undefined && channel.archivedAt === null && (
        <Composer
          channelId={channel.id}
          threadId={rootId}
          label={t('chat.replyInThread')}
          replyTo={root}
          isReplyFixed
          editing={null}
          files={held.files}
          onFiles={held.setFiles}
          onEditLast={() => {}}
          onCancel={onClose}
          onSent={({ files }) => held.sent(files)}
          onEdited={() => {}}
        />
      )}
    </SidePanel>
  );
};
