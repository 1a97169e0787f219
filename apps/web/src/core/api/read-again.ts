import type { DataTag, Query, QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';

/** Queries that are read again once their load has ended. */
const waiting = new WeakSet<Query>();

const readAfterLoad = async (queries: QueryClient, query: Query): Promise<void> => {
  if (waiting.has(query)) return;
  waiting.add(query);
  // A load under way is joined. What to do about a failed one is decided by the query's options.
  await query.fetch().catch(() => undefined);
  waiting.delete(query);
  await queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
};

/**
 * Reads queries again after an event. Those that are loading are read again after the load, because
 * its response may be older than the event, and `invalidateQueries` alone joins a first load. Waits
 * until all are read; a failure is a state of the query.
 */
export const readAgain = async (queries: QueryClient, filters: QueryFilters): Promise<void> => {
  const found = queries.getQueryCache().findAll(filters);
  const loading = found.filter(({ state }) => state.fetchStatus !== 'idle');
  const idle = new Set(found.filter(({ state }) => state.fetchStatus === 'idle'));
  await Promise.all([
    queries.invalidateQueries({ predicate: (query) => idle.has(query) }),
    ...loading.map((query) => readAfterLoad(queries, query)),
  ]);
};

/**
 * Puts an event into the loaded data of a query. A query that is loading is also read again, because
 * its response may be older than the event.
 */
export const takeEvent = <Data>(
  queries: QueryClient,
  queryKey: DataTag<QueryKey, Data, Error>,
  take: (held: Data) => Data,
): void => {
  const filter = { queryKey, exact: true };
  if (queries.isFetching(filter) > 0) void readAgain(queries, filter);
  queries.setQueryData(queryKey, (held) => held && take(held));
};
