import { getActivity } from '@izgodno/contract/chat/channel-calls';
import { getDashboard } from '@izgodno/contract/dashboard/calls';
import { listUploads } from '@izgodno/contract/uploads/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

/** The number of recent uploads to show. */
const RECENT_UPLOADS = 6;

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard', 'numbers'],
  queryFn: ({ signal }) => api.call(getDashboard, {}, signal),
});

/** The number of unread messages in all channels. */
export const unreadMessagesQuery = queryOptions({
  queryKey: ['dashboard', 'unread-messages'],
  queryFn: async ({ signal }) => {
    const { activity } = await api.call(getActivity, { query: {} }, signal);
    return activity.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
  },
});

export const recentUploadsQuery = queryOptions({
  queryKey: ['dashboard', 'uploads'],
  queryFn: async ({ signal }) =>
    (await api.call(listUploads, { query: { limit: RECENT_UPLOADS } }, signal)).uploads,
});
