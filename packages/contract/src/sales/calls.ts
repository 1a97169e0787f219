import * as z from 'zod/mini';
import { moderationReasonSchema } from '../audit/calls.ts';
import { userIdSchema } from '../accounts/session.ts';
import { chatUserSchema } from '../chat/channel.ts';
import { defineCall } from '../common/call.ts';
import { DAY_MS, MINUTE_MS } from '../common/durations.ts';
import { perAccount } from '../common/call-limit.ts';
import { pageQuery } from '../common/page.ts';
import { linesOfText } from '../common/text.ts';
import { dealIdSchema, dealParams } from '../deals/deal-id.ts';
import { dealSchema } from '../deals/deal.ts';

export const STARS = { minimum: 1, maximum: 5 } as const;
export const RATING_TEXT_LENGTH = { minimum: 0, maximum: 1_000 } as const;
export const RATING_REPLY_LENGTH = { minimum: 1, maximum: 1_000 } as const;
export const RATINGS_PAGE_LIMIT = { default: 20, maximum: 100 } as const;
/** After this time a rating is shown even if the other side has not rated, in milliseconds. */
export const RATING_HIDDEN_MS = 14 * DAY_MS;

export const saleFieldErrors = {
  /** `buyerId`: has not written to the seller in their direct conversation. */
  hasNotWritten: 'has_not_written',
} as const;

const ratingParams = z.strictObject({ id: z.uuid({ version: 'v7' }) });
const starsSchema = z.int().check(z.minimum(STARS.minimum), z.maximum(STARS.maximum));

/** A sale to a named member, as one of its two sides sees it. */
export const saleSchema = z.object({
  dealId: dealIdSchema,
  seller: chatUserSchema,
  buyer: chatUserSchema,
  /** ISO 8601. */
  soldAt: z.string(),
  /** The caller's own rating of the other side; null before. */
  ownRating: z.nullable(z.object({ stars: starsSchema, text: z.string(), shown: z.boolean() })),
});
export type Sale = z.infer<typeof saleSchema>;

/** A rating that everyone sees. */
export const ratingSchema = z.object({
  id: z.string(),
  deal: z.object({ id: dealIdSchema, title: z.string() }),
  rater: chatUserSchema,
  /** The rater's side of the sale. */
  role: z.enum(['seller', 'buyer']),
  stars: starsSchema,
  text: z.string(),
  /** The reply of who was rated; null without one. */
  reply: z.nullable(z.string()),
  /** ISO 8601. */
  createdAt: z.string(),
});
export type Rating = z.infer<typeof ratingSchema>;

export const sellDeal = defineCall({
  method: 'POST',
  path: '/api/deals/:id/sold',
  summary:
    'Say that one’s own deal is sold; `buyerId` names somebody who wrote to the seller, so that both may rate',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  errors: ['person_unavailable', 'restore_too_late', 'status_conflict'],
  params: dealParams,
  body: z.strictObject({ buyerId: z.optional(userIdSchema) }),
  response: z.object({ success: z.literal(true), deal: dealSchema, sale: z.nullable(saleSchema) }),
});

export const getSale = defineCall({
  method: 'GET',
  path: '/api/deals/:id/sale',
  summary: 'The sale of a deal, for its seller and its buyer; null for everybody else',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'deals:read',
  params: dealParams,
  response: z.object({ success: z.literal(true), sale: z.nullable(saleSchema) }),
});

export const rateSale = defineCall({
  method: 'POST',
  path: '/api/deals/:id/rating',
  summary:
    'Rate the other side of a sale, once; it is shown when both have rated, or 14 days after the sale',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(30, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  errors: ['already_rated'],
  params: dealParams,
  body: z.strictObject({
    stars: starsSchema,
    text: z._default(linesOfText(RATING_TEXT_LENGTH), ''),
  }),
  response: z.object({ success: z.literal(true), sale: saleSchema }),
});

export const listRatings = defineCall({
  method: 'GET',
  path: '/api/users/:id/ratings',
  summary: 'The ratings of a member that are shown, newest first, with their score and count',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  scope: 'deals:read',
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject(pageQuery(RATINGS_PAGE_LIMIT)),
  response: z.object({
    success: z.literal(true),
    /** Average stars with one decimal; null without a rating. */
    score: z.nullable(z.number()),
    count: z.int(),
    /** ISO 8601: the day of registration, to the month. */
    memberSince: z.string(),
    ratings: z.array(ratingSchema),
    nextCursor: z.nullable(z.string()),
  }),
});

export const replyToRating = defineCall({
  method: 'PUT',
  path: '/api/ratings/:id/reply',
  summary: 'Reply to a rating of oneself, once',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(30, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  errors: ['already_rated'],
  params: ratingParams,
  body: z.strictObject({ text: linesOfText(RATING_REPLY_LENGTH) }),
  response: z.object({ success: z.literal(true), rating: ratingSchema }),
});

export const removeRating = defineCall({
  method: 'POST',
  path: '/api/moderation/ratings/:id',
  summary: 'Remove a rating for good; its author cannot rate the sale again (moderators)',
  access: 'moderator',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: 'rating.remove',
  scope: 'moderation:write',
  params: ratingParams,
  body: z.strictObject({ reason: moderationReasonSchema }),
  response: z.object({ success: z.literal(true) }),
});
