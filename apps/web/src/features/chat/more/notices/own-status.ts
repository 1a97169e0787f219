import { getStatus, setStatus } from '@izgodno/contract/chat/person-calls';
import type { Status } from '@izgodno/contract/chat/presence';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

/** One's own status, as one set it. */
export const ownStatusQuery = (userId: string) =>
  queryOptions({
    queryKey: ['chat', 'status', userId],
    queryFn: async ({ signal }) => (await api.call(getStatus, {}, signal)).status,
  });

/** Answers the status as the server has it from now on. Throws `ApiError`. */
export const saveStatus = async (status: Status): Promise<Status> =>
  (await api.call(setStatus, { body: status })).status;

/** Whether a status still holds; one that ran out is none. */
export const holds = ({ until }: Status, now: number): boolean =>
  until === null || Date.parse(until) > now;
