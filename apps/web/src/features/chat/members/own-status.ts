import { getStatus, setStatus } from '@izgodno/contract/chat/person-calls';
import type { Status } from '@izgodno/contract/chat/presence';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

/** The user's own status. */
export const ownStatusQuery = (userId: string) =>
  queryOptions({
    queryKey: ['chat', 'status', userId],
    queryFn: async ({ signal }) => (await api.call(getStatus, {}, signal)).status,
  });

/** Saves the status and returns the stored one. Throws `ApiError`. */
export const saveStatus = async (status: Status): Promise<Status> =>
  (await api.call(setStatus, { body: status })).status;

/** Whether a status is still valid; an expired one is not. */
export const holds = ({ until }: Status, now: number): boolean =>
  until === null || Date.parse(until) > now;
