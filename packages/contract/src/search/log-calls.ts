import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perNetwork } from '../common/call-limit.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { wholeNumber } from '../common/query-values.ts';
import { localisedNameSchema } from '../common/localised-name.ts';
import { understoodSchema } from './understood.ts';

/** The queries in one response. */
export const LOGGED_QUERIES_LIMIT = 50;
/** The most days that one response covers. */
export const LOGGED_DAYS_LIMIT = 90;
/** The last place in a list that a report may name. */
export const MAX_RANK = 10_000;

/** Names the search of a page of deals. It is sealed, and equal for all users with that search. */
export const searchIdSchema = z.string().check(z.minLength(1), z.maxLength(2_000));

export const reportSearch = defineCall({
  method: 'POST',
  path: '/api/deals/searches',
  summary: 'Report that a search was shown, or which of its deals was opened; no person is stored',
  access: 'anyone',
  limit: { cost: 1, rates: [perNetwork(240, MINUTE_MS)] },
  audit: false,
  body: z.strictObject({
    /** The `searchId` of the page of deals. */
    searchId: searchIdSchema,
    /** The place in the list of the deal that was opened, from 1; without it, the list was shown. */
    rank: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_RANK))),
    /** The search before, of which no deal was opened. */
    refines: z.optional(searchIdSchema),
  }),
  response: z.object({ success: z.literal(true) }),
});

/** The lists of queries: the most frequent, those without deals, and those whose deals stay closed. */
export const searchLogViews = ['top', 'none', 'unopened'] as const;
export type SearchLogView = (typeof searchLogViews)[number];

const count = z.int();

export const loggedQuerySchema = z.object({
  query: z.string(),
  searches: count,
  /** Of these, those that found nothing. */
  withoutDeals: count,
  /** Those that found deals only without a condition or a word. */
  near: count,
  corrected: count,
  /** Those of which a deal was opened. */
  opened: count,
  /** The mean place in the list of the deals that were opened first; null if there are none. */
  rank: z.nullable(z.number()),
  /** What was searched for next, the most frequent first. */
  refinedTo: z.array(z.object({ query: z.string(), searches: count })),
  /** What the search finds now. */
  now: z.object({ total: count, understood: z.optional(understoodSchema) }),
});
export type LoggedQuery = z.infer<typeof loggedQuerySchema>;

export const listSearches = defineCall({
  method: 'GET',
  path: '/api/deals/searches',
  summary: 'What is searched for, and whether it helps: queries without persons (administrators)',
  access: 'admin',
  limit: { cost: 20 },
  audit: false,
  query: z.strictObject({
    view: z._default(z.enum(searchLogViews), 'top'),
    days: z._default(wholeNumber(1, LOGGED_DAYS_LIMIT), 7),
  }),
  response: z.object({
    success: z.literal(true),
    /** For how many days searches are stored; 0 if there is no log. */
    storedDays: count,
    /** The visitors of one day who must search for the same before its words are stored. */
    leastVisitors: count,
    searches: count,
    withoutDeals: count,
    opened: count,
    /** Searches by too few visitors, whose words are not stored. */
    rare: count,
    queries: z.array(loggedQuerySchema),
    /** The names of locations that were understood. */
    names: z.record(z.string(), localisedNameSchema),
  }),
});
