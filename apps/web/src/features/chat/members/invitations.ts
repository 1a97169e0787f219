import { listInvitations } from '@izgodno/contract/chat/invitation-calls';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#core/api/api.ts';
import { readAgain } from '#core/api/read-again.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';
import { onReconnect } from '#core/realtime/on-reconnect.ts';

/** The pending invitations of the user, latest first. */
export const invitationsQuery = queryOptions({
  queryKey: ['chat', 'invitations'],
  queryFn: async ({ signal }) =>
    (await api.call(listInvitations, { query: {} }, signal)).invitations,
});

/** Events that change them, beside the user's own responses. */
const changing: ReadonlySet<string> = new Set([
  'invitation.received',
  'invitation.ended',
  'block.changed',
]);

/** Returns the pending invitations; undefined while they load, empty if they cannot be loaded. */
export const useInvitations = () => {
  const queries = useQueryClient();
  const { data, isError } = useQuery(invitationsQuery);
  useEffect(() => {
    const refresh = (): void => void readAgain(queries, invitationsQuery);
    const ends = [
      realtime.listen(({ type }) => {
        if (changing.has(type)) refresh();
      }),
      onReconnect(refresh),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [queries]);
  return isError && data === undefined ? [] : data;
};
