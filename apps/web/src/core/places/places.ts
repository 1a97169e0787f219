import { suggestLocations, type LocationSuggestion } from '@izgodno/contract/locations/calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

/** Places in Bulgaria that what is typed, in either script, may mean. */
export const placesQuery = (typed: string) =>
  queryOptions({
    queryKey: ['places', typed],
    queryFn: async ({ signal }) =>
      (await api.call(suggestLocations, { query: { q: typed } }, signal)).locations,
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    // A missing completion is no loss worth repeating a call for: a place can be typed in full.
    retry: false,
    refetchInterval: false,
  });

/** Whether a place's name, in either language, is typed in full. */
export const isNamed = ({ name }: LocationSuggestion, typed: string): boolean =>
  [name.bg, name.en].some((one) => one.toLowerCase() === typed.trim().toLowerCase());
