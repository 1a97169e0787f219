import { infiniteQueryOptions, type keepPreviousData, type QueryKey } from '@tanstack/react-query';

/** A list that the server returns by pages: `read` gets no cursor for the first. */
export const pagedQuery = <Page extends { readonly nextCursor: string | null }>(
  queryKey: QueryKey,
  read: (page: { readonly cursor?: string }, signal: AbortSignal) => Promise<Page>,
  more: { readonly placeholderData?: typeof keepPreviousData } = {},
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam === '' ? {} : { cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...more,
  });
