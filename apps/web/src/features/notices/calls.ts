import {
  deleteNotice,
  getNoticePreferences,
  listNotices,
  markNoticesRead,
  setNoticePreferences,
} from '@izgodno/contract/notices/calls';
import {
  laterChosenKinds,
  type ChosenKind,
  type NoticeChannel,
} from '@izgodno/contract/notices/notice';
import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { noticeKeys as keys } from './unread.ts';

type NoticePage = Awaited<ReturnType<typeof readPage>>;

const readPage = (cursor: string, signal: AbortSignal) =>
  api.call(listNotices, { query: cursor === '' ? {} : { cursor } }, signal);

export const noticesQuery = infiniteQueryOptions({
  queryKey: keys.list,
  queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
  // The list always loads when it opens.
  staleTime: 0,
});

const patchNotices = (
  queries: QueryClient,
  patch: (notices: NoticePage['notices']) => NoticePage['notices'],
): void => {
  queries.setQueryData<InfiniteData<NoticePage, string>>(
    keys.list,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, notices: patch(page.notices) })),
      },
  );
};

/** Marks notices as read, the given ones or all. Throws `ApiError`. */
export const takeAsRead = async (queries: QueryClient, ids?: string[]): Promise<void> => {
  const { unread } = await api.call(markNoticesRead, { body: ids === undefined ? {} : { ids } });
  patchNotices(queries, (notices) =>
    notices.map((notice) =>
      ids?.includes(notice.id) === false ? notice : { ...notice, read: true },
    ),
  );
  queries.setQueryData(keys.unread, unread);
};

/** Throws `ApiError`. */
export const drop = async (queries: QueryClient, id: string): Promise<void> => {
  const { unread } = await api.call(deleteNotice, { params: { id } });
  patchNotices(queries, (notices) => notices.filter((notice) => notice.id !== id));
  queries.setQueryData(keys.unread, unread);
};

export const preferencesQuery = queryOptions({
  queryKey: ['notices', 'preferences'],
  queryFn: ({ signal }) => api.call(getNoticePreferences, {}, signal),
});

/** Throws `ApiError`. */
export const want = async (
  queries: QueryClient,
  kind: ChosenKind,
  channel: NoticeChannel,
  wanted: boolean,
): Promise<void> => {
  const changes = { [kind]: { [channel]: wanted } };
  const isLater = laterChosenKinds.some((later) => later === kind);
  const response = await api.call(setNoticePreferences, {
    body: isLater ? { preferences: {}, laterPreferences: changes } : { preferences: changes },
  });
  queries.setQueryData(preferencesQuery.queryKey, response);
};
