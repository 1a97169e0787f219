import { blockUser, listBlocks, unblockUser, type Block } from '@izgodno/contract/blocks/calls';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '#core/api/api.ts';
import { readAgain, takeEvent } from '#core/api/read-again.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { onReconnect } from '#core/realtime/on-reconnect.ts';
import { useUser } from '#core/session/browser/use-session.ts';

type BlockedUser = Block['user'];

/** The users blocked by the signed-in user, latest first. */
export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: async ({ signal }) => (await api.call(listBlocks, { query: {} }, signal)).blocks,
});

const takeInto = (queries: QueryClient, user: BlockedUser, blocked: boolean): void => {
  takeEvent(queries, blocksQuery.queryKey, (held) => {
    const others = held.filter((block) => block.user.id !== user.id);
    return blocked ? [{ user, createdAt: new Date().toISOString() }, ...others] : others;
  });
};

/** Blocks or unblocks a user and updates this page at once. Throws `ApiError`. */
export const setBlocked = async (
  queries: QueryClient,
  user: BlockedUser,
  blocked: boolean,
): Promise<void> => {
  await api.call(blocked ? blockUser : unblockUser, { params: { userId: user.id } });
  takeInto(queries, user, blocked);
};

/** Ids of the blocked users, kept up to date across devices. */
export const useBlocked = (): ReadonlySet<string> => {
  const queries = useQueryClient();
  const isSignedIn = useUser() !== null;
  const { data } = useQuery({ ...blocksQuery, enabled: isSignedIn });
  useEffect(
    () =>
      realtime.listen((received) => {
        if (received.type === 'block.changed')
          takeInto(queries, received.data.user, received.data.blocked);
      }),
    [queries],
  );
  useEffect(
    () =>
      // Changes made while disconnected are not announced later, so they are read again.
      onReconnect(() => void readAgain(queries, blocksQuery)),
    [queries],
  );
  return useMemo(() => new Set(data?.map(({ user }) => user.id)), [data]);
};
