import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { searchText } from '../common/query-values.ts';
import { localisedNameSchema } from '../common/localised-name.ts';

export const MAX_LOCATION_QUERY_LENGTH = 100;
/** The largest number of completions. */
export const LOCATION_SUGGESTION_LIMIT = 10;

export const locationSuggestionSchema = z.object({
  id: z.string(),
  kind: z.enum(['district', 'town']),
  name: localisedNameSchema,
  /** The name of its district; absent for districts themselves. */
  district: z.optional(localisedNameSchema),
});
export type LocationSuggestion = z.infer<typeof locationSuggestionSchema>;

export const suggestLocations = defineCall({
  method: 'GET',
  path: '/api/locations',
  summary: 'Complete the name of a place in Bulgaria, typed in either script',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  scope: 'deals:read',
  query: z.strictObject({ q: searchText(MAX_LOCATION_QUERY_LENGTH) }),
  response: z.object({
    success: z.literal(true),
    locations: z.readonly(z.array(locationSuggestionSchema)),
  }),
});
