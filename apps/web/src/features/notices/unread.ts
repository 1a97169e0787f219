import { countUnreadNotices } from '@izgodno/contract/notices/calls';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { readAgain } from '#core/api/read-again.ts';
import { ownTask } from '#shared/browser-events.ts';

/** How often an open and visible page polls for missed notices, in milliseconds. */
const POLL_MS = 60_000;

/** Of cached responses. */
export const noticeKeys = { unread: ['notices', 'unread'], list: ['notices', 'list'] } as const;

export const unreadQuery = queryOptions({
  queryKey: noticeKeys.unread,
  queryFn: async ({ signal }) => {
    await ownTask();
    return (await api.call(countUnreadNotices, {}, signal)).unread;
  },
  refetchInterval: POLL_MS,
  refetchOnWindowFocus: 'always',
});

/** Handles the event of a new notice. */
export const receiveNotice = async (queries: QueryClient, unread: number): Promise<void> => {
  // A pending response may not include it.
  await queries.cancelQueries({ queryKey: noticeKeys.unread });
  queries.setQueryData(noticeKeys.unread, unread);
  await readAgain(queries, { queryKey: noticeKeys.list });
};
