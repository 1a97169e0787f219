import { listMembers } from '@izgodno/contract/chat/channel-calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import { type Mentioned, mentionAt, SUGGESTED } from './mention-text.ts';

/** Delay after typing until names are requested, in milliseconds. */
const PAUSE_MS = 120;

/** Members whose names begin with the text after an @. */
const membersQuery = (channelId: string, q: string) =>
  queryOptions({
    queryKey: ['chat', 'mention', channelId, q],
    queryFn: async ({ signal }): Promise<readonly Mentioned[]> => {
      const query = { ...(q === '' ? {} : { q }), limit: SUGGESTED };
      const { members } = await api.call(listMembers, { params: { id: channelId }, query }, signal);
      return members.map(({ user }) => user);
    },
  });

const none: readonly Mentioned[] = [];

/**
 * The members of a channel who can be mentioned before the caret. The response may belong to fewer
 * letters than are typed by now.
 */
export const useFoundMembers = (
  channelId: string,
  text: string,
  caret: number,
): readonly Mentioned[] => {
  const wanted = useDebounced(mentionAt(text, caret)?.text ?? null, PAUSE_MS);
  const { data = none } = useQuery({
    ...membersQuery(channelId, wanted ?? ''),
    enabled: wanted !== null,
  });
  return wanted === null ? none : data;
};
