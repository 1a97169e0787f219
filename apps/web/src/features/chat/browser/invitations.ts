import { removeMember } from '@izgodno/contract/chat/channel-calls';
import { listInvitations } from '@izgodno/contract/chat/invitation-calls';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#core/api/api.ts';
import { realtime } from '#core/realtime/browser/realtime.ts';

/** The invitations that wait for one's answer, latest first. */
export const invitationsQuery = queryOptions({
  queryKey: ['chat', 'invitations'],
  queryFn: async ({ signal }) => (await api.call(listInvitations, {}, signal)).invitations,
});

/** What changes them, beside one's own answers. */
const changing: ReadonlySet<string> = new Set([
  'invitation.received',
  'invitation.ended',
  'block.changed',
]);

/** The invitations that wait, as they are now; undefined until they are known, none where they cannot be. */
export const useInvitations = () => {
  const queries = useQueryClient();
  const { data, isError } = useQuery(invitationsQuery);
  useEffect(() => {
    const refresh = (): void => void queries.invalidateQueries(invitationsQuery);
    const ends = [
      realtime.listen(({ type }) => {
        if (changing.has(type)) refresh();
      }),
      realtime.connected.subscribe(() => {
        if (realtime.connected.get()) refresh();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [queries]);
  return isError && data === undefined ? [] : data;
};

/** Throws `ApiError`. */
export const declineInvitation = async (channelId: string, userId: string): Promise<void> => {
  await api.call(removeMember, { params: { id: channelId, userId } });
};
