import { searchMessages } from '@izgodno/contract/chat/message-calls';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

/** What messages are looked for. */
export interface MessageWish {
  /** Empty: nothing is asked. */
  readonly text: string;
  /** Null: in all of one's channels. */
  readonly channelId: string | null;
  /** Null: whoever wrote them. */
  readonly senderId: string | null;
}

export const messageSearchQuery = ({ text, channelId, senderId }: MessageWish) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'search', text, channelId, senderId],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.call(
        searchMessages,
        {
          query: {
            q: text,
            ...(channelId === null ? {} : { channelId }),
            ...(senderId === null ? {} : { from: senderId }),
            ...(pageParam === '' ? {} : { cursor: pageParam }),
          },
        },
        signal,
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
