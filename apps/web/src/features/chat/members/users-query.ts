import { findUsers } from '@izgodno/contract/chat/user-calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

/** Users by the beginning of their name. */
export const usersQuery = (name: string) =>
  queryOptions({
    queryKey: ['chat', 'people', name],
    queryFn: async ({ signal }) =>
      (await api.call(findUsers, { query: { q: name } }, signal)).people,
    enabled: name !== '',
  });
