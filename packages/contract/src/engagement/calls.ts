import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { perAccount, perNetwork } from '../common/call-limit.ts';
import { pageQuery } from '../common/page.ts';
import { repeatable } from '../common/query-values.ts';
import { DEAL_PAGE_LIMIT, dealPageSchema, dealCountsByStatusSchema } from '../deals/deal-page.ts';
import { dealIdSchema, dealParams } from '../deals/deal-id.ts';
import { categoryFilterSchema } from '../deals/other-names.ts';

/** The largest number of a user's favourites. */
export const MAX_FAVORITES = 2_000;
export const TRENDING_LIMIT = { default: 24, maximum: 100 } as const;
/** The largest number of deals in one call. */
export const MAX_ENGAGEMENT_DEALS = 100;

/** The engagement with a deal in total, and the caller's own. */
export const dealCountsSchema = z.object({
  success: z.literal(true),
  views: z.int(),
  likes: z.int(),
  favorites: z.int(),
  favorite: z.boolean(),
  liked: z.boolean(),
});
export type DealCounts = z.infer<typeof dealCountsSchema>;

export const addFavorite = defineCall({
  method: 'PUT',
  path: '/api/deals/:id/favorite',
  summary: 'Keep a deal among the favourites',
  access: 'member',
  limit: { cost: 2, rates: [perAccount(120, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  errors: ['limit_reached'],
  params: dealParams,
  response: dealCountsSchema,
});

export const removeFavorite = defineCall({
  method: 'DELETE',
  path: '/api/deals/:id/favorite',
  summary: 'Keep a deal no longer',
  access: 'member',
  limit: { cost: 2, rates: [perAccount(120, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  params: dealParams,
  response: dealCountsSchema,
});

export const likeDeal = defineCall({
  method: 'PUT',
  path: '/api/deals/:id/like',
  summary: 'Like a deal; once, however often it is called',
  access: 'member',
  limit: { cost: 2, rates: [perAccount(120, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  params: dealParams,
  response: dealCountsSchema,
});

export const unlikeDeal = defineCall({
  method: 'DELETE',
  path: '/api/deals/:id/like',
  summary: 'Take a like back',
  access: 'member',
  limit: { cost: 2, rates: [perAccount(120, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  params: dealParams,
  response: dealCountsSchema,
});

/** A vote: hot, cold, or none. */
export const voteValueSchema = z.literal([1, 0, -1]);
export type VoteValue = z.infer<typeof voteValueSchema>;

export const voteOnDeal = defineCall({
  method: 'PUT',
  path: '/api/deals/:id/vote',
  summary: "Vote a deal hot (1) or cold (-1), or take the vote back (0); not on one's own deals",
  access: 'member',
  limit: { cost: 2, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  errors: ['status_conflict', 'forbidden'],
  params: dealParams,
  body: z.strictObject({ value: voteValueSchema }),
  response: z.object({
    success: z.literal(true),
    /** Degrees. */
    temperature: z.int(),
    /** The number of votes. */
    votes: z.int(),
    /** The caller's own. */
    vote: voteValueSchema,
  }),
});

export const viewDeal = defineCall({
  method: 'POST',
  path: '/api/deals/:id/view',
  summary: 'Count that a deal was looked at: once for each person or visitor and day',
  access: 'anyone',
  limit: { cost: 1, rates: [perNetwork(600, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  params: dealParams,
  response: dealCountsSchema,
});

/** The caller's engagement with a deal. */
export const dealMarkSchema = z.object({
  id: dealIdSchema,
  favorite: z.boolean(),
  liked: z.boolean(),
  markedExpired: z.boolean(),
  vote: z._default(voteValueSchema, 0),
});
export type DealMark = z.infer<typeof dealMarkSchema>;

export const listEngagement = defineCall({
  method: 'GET',
  path: '/api/users/me/deal-marks',
  summary: 'What the person who asks did with these deals: only those with a mark are answered',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'deals:read',
  query: z.strictObject({
    ids: repeatable(dealIdSchema, MAX_ENGAGEMENT_DEALS),
  }),
  response: z.object({ success: z.literal(true), marks: z.array(dealMarkSchema) }),
});

export const listFavorites = defineCall({
  method: 'GET',
  path: '/api/users/me/favorites',
  summary:
    "One's favourites, last kept first; of every status where none is named. Deleted ones are only counted",
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'deals:read',
  query: z.strictObject({
    status: z.optional(z.enum(['active', 'sold', 'expired'])),
    ...pageQuery(DEAL_PAGE_LIMIT),
  }),
  response: z.extend(dealPageSchema, {
    counts: dealCountsByStatusSchema,
  }),
});

/** The lists of the trending page; the first is the default. */
export const trendingTabs = ['hot', 'new', 'discussed'] as const;
export type TrendingTab = (typeof trendingTabs)[number];

export const listTrendingDeals = defineCall({
  method: 'GET',
  path: '/api/deals/trending',
  summary:
    'Active deals: the hottest by votes, likes and favourites, the newest, or the most discussed',
  access: 'anyone',
  limit: { cost: 2 },
  audit: false,
  scope: 'deals:read',
  query: z.strictObject({
    tab: z._default(z.enum(trendingTabs), 'hot'),
    category: z.optional(categoryFilterSchema),
    ...pageQuery(TRENDING_LIMIT),
  }),
  response: dealPageSchema,
});
