import type { Message } from '@izgodno/contract/chat/message';
import {
  followThread,
  getFollowedThread,
  listFollowedThreads,
  MAX_THREADS_SHOWN,
  markThreadRead as markThreadReadCall,
  unfollowThread,
  type FollowedThread,
} from '@izgodno/contract/chat/thread-calls';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#core/api/api.ts';
import { readAgain, takeEvent } from '#core/api/read-again.ts';
import { note } from '#core/log.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { onReconnect } from '#core/realtime/on-reconnect.ts';
import { ownTask } from '#shared/browser-events.ts';
import { useStore } from '#shared/store.ts';
import { directory } from '../chat.ts';
import { readIn, readUpTo, takeInFollowed, unreadReplies } from './thread-list.ts';

const threadsQuery = queryOptions({
  queryKey: ['chat', 'threads'],
  queryFn: async ({ signal }): Promise<readonly FollowedThread[]> => {
    await ownTask();
    return (await api.call(listFollowedThreads, { query: {} }, signal)).threads;
  },
});

/** One thread, for those beyond the list; null if the user does not follow it. */
const threadQuery = (rootId: string) =>
  queryOptions({
    // Below the key of the list, so that both are read again together.
    queryKey: [...threadsQuery.queryKey, rootId],
    queryFn: async ({ signal }): Promise<FollowedThread | null> =>
      (await api.call(getFollowedThread, { params: { id: rootId } }, signal)).thread,
    staleTime: Infinity,
  });

const isFull = (threads: readonly FollowedThread[]): boolean => threads.length >= MAX_THREADS_SHOWN;

/** The threads that the user follows, latest reply first; undefined while they load. */
export const useFollowedThreads = (): readonly FollowedThread[] | undefined =>
  useQuery(threadsQuery).data;

/** How their reading went, and how to repeat it. */
export const useThreadsQuery = () => useQuery(threadsQuery);

/** The thread that begins with a message; undefined if the user does not follow it, or while it loads. */
export const useFollowedThread = (rootId: string): FollowedThread | undefined => {
  const threads = useFollowedThreads();
  const listed = threads?.find(({ root }) => root.id === rootId);
  const isBeyond = threads !== undefined && listed === undefined && isFull(threads);
  const { data } = useQuery({ ...threadQuery(rootId), enabled: isBeyond });
  return listed ?? (isBeyond ? (data ?? undefined) : undefined);
};

/** Returns the number of unread replies of a followed thread. */
export const useUnreadReplies = (): ((thread: FollowedThread) => number) => {
  const { channels } = useStore(directory.state);
  return (thread) =>
    unreadReplies(thread, channels.get(thread.root.channelId)?.membership.readSeq ?? 0);
};

/** Keeps the followed threads up to date with new replies and with the user's other devices. */
export const useLiveThreads = (userId: string): void => {
  const queries = useQueryClient();
  useEffect(() => {
    const refresh = (): void => void readAgain(queries, threadsQuery);
    const takeBeyond = async (rootId: string): Promise<void> => {
      if ((await queries.fetchQuery(threadQuery(rootId))) !== null) refresh();
    };
    const take = (message: Message): void => {
      const held = queries.getQueryData(threadsQuery.queryKey);
      const { id, threadId, deletedAt } = message;
      const isListed = held?.some(({ root }) => root.id === id || root.id === threadId);
      if (isListed === false && threadId !== null && held !== undefined && isFull(held)) {
        takeBeyond(threadId).catch((cause: unknown) => note('A thread could not be read', cause));
        return;
      }
      if (isListed === false) return;
      // The list has no earlier reply to show in place of a deleted one.
      if (deletedAt !== null) refresh();
      else
        takeEvent(queries, threadsQuery.queryKey, (threads) =>
          takeInFollowed(threads, message, userId),
        );
    };
    const ends = [
      realtime.listen((received) => {
        if (received.type === 'threads.changed') refresh();
        if (received.type === 'message.changed') take(received.data.message);
        // A message of no thread is the first of none that the user follows yet.
        if (received.type === 'message.created' && received.data.message.threadId !== null)
          take(received.data.message);
      }),
      // Changes made while disconnected are not announced later.
      onReconnect(refresh),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [queries, userId]);
};

/** Follows the thread of a message, or unfollows it. Throws `ApiError`. */
export const setFollowing = async (
  queries: QueryClient,
  rootId: string,
  isFollowing: boolean,
): Promise<void> => {
  await api.call(isFollowing ? followThread : unfollowThread, { params: { id: rootId } });
  await readAgain(queries, threadsQuery);
};

/** Marks the replies up to `seq` as read, here at once and on the server. Throws `ApiError`. */
export const markThreadRead = async (
  queries: QueryClient,
  rootId: string,
  seq: number,
): Promise<void> => {
  queries.setQueryData(threadsQuery.queryKey, (held) => held && readUpTo(held, rootId, seq));
  queries.setQueryData(threadQuery(rootId).queryKey, (held) => held && readIn(held, seq));
  await api.call(markThreadReadCall, { params: { id: rootId }, body: { seq } });
};
