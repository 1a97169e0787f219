import {
  changeSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  previewSavedSearch,
  saveSearch,
  type SavedSearch,
} from '@izgodno/contract/saved-searches/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches', 'list'],
  queryFn: async ({ signal }) =>
    (await api.call(listSavedSearches, { query: {} }, signal)).savedSearches,
});

/** How many notices a search would have caused in the last month. */
export const previewQuery = (search: string) =>
  queryOptions({
    queryKey: ['saved-searches', 'preview', search],
    queryFn: ({ signal }) => api.call(previewSavedSearch, { query: { query: search } }, signal),
  });

/** All of these throw `ApiError`. */
export const save = async (body: { query: string; name: string }): Promise<SavedSearch> =>
  (await api.call(saveSearch, { body })).savedSearch;

export const change = async (
  id: string,
  body: { name?: string; paused?: boolean },
): Promise<SavedSearch> =>
  (await api.call(changeSavedSearch, { params: { id }, body })).savedSearch;

export const remove = async (id: string): Promise<void> => {
  await api.call(deleteSavedSearch, { params: { id } });
};

/** Saves a deleted search again, unchanged except for its count. */
export const bringBack = async ({ query, name, paused }: SavedSearch): Promise<void> => {
  const { id } = await save({ query, name });
  if (paused) await change(id, { paused });
};
