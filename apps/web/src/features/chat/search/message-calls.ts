import { searchMessages } from '@izgodno/contract/chat/message-calls';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

/** A search for messages. */
export interface MessageWish {
  /** If empty, no request is sent. */
  readonly text: string;
  /** Null: in all of the user's channels. */
  readonly channelId: string | null;
  /** Null: of any sender. */
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
