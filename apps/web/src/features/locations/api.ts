import { suggestLocations, type LocationSuggestion } from '@izgodno/contract/locations/calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

/** Locations in Bulgaria that match the typed text, in either script. */
export const locationsQuery = (typed: string) =>
  queryOptions({
    queryKey: ['places', typed],
    queryFn: async ({ signal }) =>
      (await api.call(suggestLocations, { query: { q: typed } }, signal)).locations,
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    // A failed suggestion is not retried, because the user can type the location in full.
    retry: false,
    refetchInterval: false,
  });

/** Whether the location's name, in either language, is typed in full. */
export const isNamed = ({ name }: LocationSuggestion, typed: string): boolean =>
  [name.bg, name.en].some((one) => one.toLowerCase() === typed.trim().toLowerCase());
