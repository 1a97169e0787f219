import {
  type AddedKind,
  addFeed,
  listRejectedRows,
  listSources,
  pauseSource,
  previewFeed,
  resumeSource,
  runSource,
} from '@izgodno/contract/sources/calls';
import type { FeedAccess } from '@izgodno/contract/sources/feed-access';
import type { CallOutput } from '@izgodno/contract/common/call';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { pagedQuery } from '#core/api/paged-query.ts';

/**
 * Interval between requests for the sources while the page is open and visible, in milliseconds.
 */
const POLL_MS = 5_000;

export const sourcesQuery = queryOptions({
  queryKey: ['operations', 'sources'],
  queryFn: ({ signal }) => api.call(listSources, { query: {} }, signal),
  refetchInterval: POLL_MS,
});

export const rejectedRowsQuery = (sourceId: string, runId: string) =>
  pagedQuery(['operations', 'rejected', sourceId, runId], (query, signal) =>
    api.call(listRejectedRows, { params: { id: sourceId, runId }, query }, signal),
  );

export type FeedPreview = CallOutput<typeof previewFeed>;

/** All of these throw `ApiError`. */
export const readNow = async (given: { id: string; allowShrink: boolean }): Promise<void> => {
  const { id, allowShrink } = given;
  await api.call(runSource, { params: { id }, body: { allowShrink } });
};

export const setPaused = async ({ id, paused }: { id: string; paused: boolean }): Promise<void> => {
  await api.call(paused ? pauseSource : resumeSource, { params: { id } });
};

/** Where a new source is, and how it is asked for. */
export interface SourceUrl {
  readonly kind: AddedKind;
  readonly url: string;
  readonly access?: FeedAccess | undefined;
}

export const preview = (body: SourceUrl): Promise<FeedPreview> => api.call(previewFeed, { body });

export interface NewFeed extends SourceUrl {
  readonly id: string;
  readonly name: string;
  /** Whether its deals pay a commission. */
  readonly commission: boolean;
}

export const add = async (body: NewFeed): Promise<void> => {
  await api.call(addFeed, { body });
};
