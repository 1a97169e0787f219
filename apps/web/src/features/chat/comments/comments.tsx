import type { Message } from '@izgodno/contract/chat/message';
import { dealChannelId } from '@izgodno/contract/chat/deal-channel';
import {
  useInfiniteQuery,
  useQueryClient,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { readAgain } from '#core/api/read-again.ts';
import { LoadFailure } from '#core/load-failure.tsx';
import { useLanguage } from '#core/language/language.ts';
import { MoreButton } from '#core/lists/more-button.tsx';
import { usePath } from '#core/router/location.ts';
import { followDealChannel } from '#core/realtime/followed.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { ProtectedLink } from '#core/session/browser/protected-link.tsx';
import { useUser } from '#core/session/browser/use-session.ts';
import { announce } from '#shared/announce.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import type { Mentioned } from '../composer/mention-text.ts';
import {
  commentsQuery,
  REFRESH_INTERVAL_MS,
  sendComment,
  takeComment,
  type SentComment,
} from './calls.ts';
import { mentionableIn, threadsOf, type CommentOrder } from './comment-list.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentRow } from './comment-row.tsx';
import styles from './comments.module.css';

export interface CommentsProps {
  readonly dealId: string;
  /** Absent for the deal of a source. */
  readonly seller?: Mentioned | undefined;
  /** What is shown once the comments are loaded. */
  readonly children?: ReactNode;
}

const none: readonly Message[] = [];

/** Takes over the changes of a deal's comments while it is shown to a signed-in user. */
const useLiveComments = (dealId: string, isLive: boolean): void => {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isLive) return undefined;
    const channelId = dealChannelId(dealId);
    const refetch = (): void => void readAgain(queries, commentsQuery(dealId));
    const stopListening = realtime.listen((received) => {
      const isChange = received.type === 'message.created' || received.type === 'message.changed';
      if (isChange && received.data.message.channelId === channelId)
        takeComment(queries, dealId, received.data.message);
    });
    const unfollow = followDealChannel(channelId, refetch);
    return () => {
      stopListening();
      unfollow();
    };
  }, [dealId, isLive, queries]);
};

/**
 * Announces each comment of others that arrives while the page is open. The list itself is not a
 * live region: it would read all comments when they load, and every form that opens in it. The text
 * is left to the reader's own pace.
 */
const useAnnouncedComments = (comments: readonly Message[] | undefined): void => {
  const { t } = useLanguage();
  const user = useUser();
  /** The newest `seq` so far; undefined before the first load. */
  const known = useRef<number>(undefined);
  useEffect(() => {
    if (comments === undefined) return;
    const before = known.current ?? Infinity;
    known.current = Math.max(known.current ?? 0, ...comments.map(({ seq }) => seq));
    for (const { seq, sender, deletedAt } of comments.toReversed())
      if (seq > before && deletedAt === null && sender.id !== user?.id)
        announce(t('comments.announced', { name: sender.name }));
  });
};

/**
 * Scrolls to the comments again once they are loaded, for a link that has led to them: the page was too
 * short before. Its focus is still on their place then.
 */
const useReached = (isLoaded: boolean): void => {
  useEffect(() => {
    const focused = document.activeElement;
    if (isLoaded && focused?.id === 'comments') focused.scrollIntoView();
  }, [isLoaded]);
};

/** Loads all pages of a list, one after another, while that is `wanted`. */
const useWhole = (
  { hasNextPage, isFetching, isError, fetchNextPage }: UseInfiniteQueryResult,
  wanted: boolean,
): void => {
  const loadsMore = wanted && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (loadsMore) void fetchNextPage();
  }, [loadsMore, fetchNextPage]);
};

interface OrderChoiceProps {
  readonly order: CommentOrder;
  readonly onChoose: (order: CommentOrder) => void;
}

const OrderChoice = ({ order, onChoose }: OrderChoiceProps) => {
  const { t } = useLanguage();
  return (
    <fieldset className={styles['actions']} aria-label={t('comments.order')}>
      {(['newest', 'best'] as const).map((each) => (
        <Button
          key={each}
          tone="quiet"
          aria-pressed={order === each}
          onClick={() => onChoose(each)}
        >
          {t(`comments.order.${each}`)}
        </Button>
      ))}
    </fieldset>
  );
};

/** The comments on a deal, and the form to write one. */
export const Comments = ({ dealId, seller, children }: CommentsProps) => {
  const { t } = useLanguage();
  const user = useUser();
  const queries = useQueryClient();
  const isLive = user !== null;
  const isModerator = isLive && user.role !== 'member' && user.id !== seller?.id;
  const query = useInfiniteQuery({
    ...commentsQuery(dealId),
    staleTime: 0,
    refetchInterval: isLive ? false : REFRESH_INTERVAL_MS,
  });
  useLiveComments(dealId, isLive);
  const path = usePath();
  const loaded = query.data?.pages.flatMap((page) => page.comments);
  useAnnouncedComments(loaded);
  useReached(loaded !== undefined);
  const comments = loaded ?? none;
  const [order, setOrder] = useState<CommentOrder>('newest');
  useWhole(query, order === 'best');
  const threads = threadsOf(comments, order);
  const people = mentionableIn(comments, seller).filter(({ id }) => id !== user?.id);
  const count = comments.filter(({ deletedAt }) => deletedAt === null).length;
  const send = (sent: SentComment, replyTo?: string): Promise<void> =>
    sendComment(queries, dealId, sent, replyTo);
  return (
    <section
      data-keeps-focus
      className={styles['comments']}
      aria-labelledby="comments-title"
      id="deal-comments"
      data-on={threads.length === 0 ? 'screen' : undefined}
    >
      <h2 id="comments-title">{t('comments.title', { count })}</h2>
      {user === null ? (
        <p data-on="screen">
          <ProtectedLink href={`${path}#comments`} className={buttonClass()}>
            {t('comments.signIn')}
          </ProtectedLink>
        </p>
      ) : (
        <CommentForm
          label={t('comments.write')}
          submitText={t('comments.send')}
          draft={`deal:${dealId}`}
          people={people}
          submit={send}
        />
      )}
      {query.isError && query.data === undefined && (
        <LoadFailure
          title="comments.failed"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined && threads.length === 0 && (
        <p className={styles['muted']}>
          {t(user === null ? 'comments.none' : 'comments.noneYours')}
        </p>
      )}
      {threads.length > 1 && <OrderChoice order={order} onChoose={setOrder} />}
      <ul className={styles['list']}>
        {threads.map(({ root, replies }) => (
          <li key={root.id}>
            <CommentRow
              comment={root}
              dealId={dealId}
              isModerator={isModerator}
              people={people}
              reply={(sent) => send(sent, root.id)}
            />
            {replies.length > 0 && (
              <ul className={styles['replies']}>
                {replies.map((reply) => (
                  <li key={reply.id}>
                    <CommentRow
                      comment={reply}
                      dealId={dealId}
                      isModerator={isModerator}
                      people={people}
                      reply={(sent) => send(sent, reply.id)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <MoreButton
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onMore={query.fetchNextPage}
      >
        {t('comments.more')}
      </MoreButton>
      {query.data !== undefined && children}
    </section>
  );
};
