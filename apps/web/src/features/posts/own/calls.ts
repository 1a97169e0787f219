import { listMyDeals } from '@izgodno/contract/posts/calls';
import { dealStatuses, type DealStatus } from '@izgodno/contract/deals/vocabulary';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { pagedQuery } from '#core/api/paged-query.ts';
import { dealKeys } from '#core/deals/deal-cache.ts';

/** Statuses with a list of their own. */
export const ownStatuses = dealStatuses;
/** Statuses of the list without a filter. */
export const listedStatuses = dealStatuses.filter((status) => status !== 'deleted');

/** The user's own posts, with one status, or with any but `deleted`. */
export const ownPostsQuery = (status: DealStatus | undefined) =>
  pagedQuery(
    [...dealKeys.list, 'own', status ?? 'all'],
    (page, signal) =>
      api.call(listMyDeals, { query: { ...(status && { status }), ...page } }, signal),
    { placeholderData: keepPreviousData },
  );
