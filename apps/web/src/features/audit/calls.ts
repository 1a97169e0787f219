import { listAudit } from '@izgodno/contract/audit/calls';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

/** The trail; under the key of moderation because each decision of a moderator adds to it. */
export const auditQuery = infiniteQueryOptions({
  queryKey: ['moderation', 'audit'],
  queryFn: ({ pageParam, signal }) =>
    api.call(listAudit, { query: pageParam === '' ? {} : { cursor: pageParam } }, signal),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
});
