import { readSite } from '@izgodno/contract/site/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => api.call(readSite, {}, signal),
});
