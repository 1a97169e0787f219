import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { perAccount } from '../common/call-limit.ts';
import { shortListCursor, shortListQuery } from '../common/page.ts';
import { lineOfText } from '../common/text.ts';

export const MAX_SAVED_SEARCHES = 50;
export const SAVED_SEARCH_NAME_LENGTH = { minimum: 1, maximum: 100 } as const;
/** Matches of the last month are counted up to this number. */
export const LAST_MONTH_COUNT_LIMIT = 1_000;

export const savedSearchFieldErrors = {
  /** `query`: it is no search of deals; the message contains the `code` of the first error. */
  invalidSearch: 'invalid_search',
  /** `query`: it has no filter. */
  emptySearch: 'empty_search',
  /** `query`: the user has already saved it. */
  savedAlready: 'saved_already',
} as const;

/**
 * The query string of a URL `/deals?…`, without the question mark. Sort order and cursor are
 * ignored.
 */
const queryText = z.string().check(z.maxLength(2_000));
const name = lineOfText(SAVED_SEARCH_NAME_LENGTH);
const id = z.uuid();

export const savedSearchSchema = z.object({
  id,
  name: z.string(),
  /** Normalised: parameters sorted, without sort order and cursor. */
  query: z.string(),
  paused: z.boolean(),
  /** New matches since it was saved. */
  matches: z.int(),
  /** ISO 8601, like `createdAt`; null before the first match. */
  lastMatchAt: z.nullable(z.string()),
  createdAt: z.string(),
});
export type SavedSearch = z.infer<typeof savedSearchSchema>;

const one = z.object({ success: z.literal(true), savedSearch: savedSearchSchema });

export const listSavedSearches = defineCall({
  method: 'GET',
  path: '/api/users/me/saved-searches',
  summary: "One's saved searches, last saved first",
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'deals:read',
  query: shortListQuery(MAX_SAVED_SEARCHES),
  response: z.object({
    success: z.literal(true),
    savedSearches: z.array(savedSearchSchema),
    nextCursor: shortListCursor,
  }),
});

export const previewSavedSearch = defineCall({
  method: 'GET',
  path: '/api/users/me/saved-searches/preview',
  summary: 'How often a search would have reported new deals in the last 30 days',
  access: 'member',
  limit: { cost: 5, rates: [perAccount(120, MINUTE_MS)] },
  audit: false,
  scope: 'deals:read',
  query: z.strictObject({ query: queryText }),
  response: z.object({
    success: z.literal(true),
    matchesLastMonth: z.int(),
    /** True if counting stopped at `LAST_MONTH_COUNT_LIMIT`. */
    orMore: z.boolean(),
    /** What no deal is checked for, as typed: the mileage of a car. */
    leftOut: z._default(z.array(z.string()), []),
  }),
});

export const saveSearch = defineCall({
  method: 'POST',
  path: '/api/users/me/saved-searches',
  summary: 'Be notified of new deals that match a search',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  errors: ['limit_reached'],
  body: z.strictObject({ query: queryText, name }),
  response: one,
});

export const changeSavedSearch = defineCall({
  method: 'PATCH',
  path: '/api/users/me/saved-searches/:id',
  summary: 'Rename a saved search, or let it rest',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  params: z.strictObject({ id }),
  body: z.partial(z.strictObject({ name, paused: z.boolean() })),
  response: one,
});

export const deleteSavedSearch = defineCall({
  method: 'DELETE',
  path: '/api/users/me/saved-searches/:id',
  summary: 'Forget a saved search',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  params: z.strictObject({ id }),
  response: z.object({ success: z.literal(true) }),
});
