import { findPeople } from '@izgodno/contract/chat/person-calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

/** Users by the beginning of their name. */
export const peopleQuery = (name: string) =>
  queryOptions({
    queryKey: ['chat', 'people', name],
    queryFn: async ({ signal }) =>
      (await api.call(findPeople, { query: { q: name } }, signal)).people,
    enabled: name !== '',
  });
