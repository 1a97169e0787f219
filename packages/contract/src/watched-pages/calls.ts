import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perAccount } from '../common/call-limit.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { moneySchema } from '../common/money.ts';
import { shortListCursor, shortListQuery } from '../common/page.ts';
import { dealSchema } from '../deals/deal.ts';
import { webUrlSchema } from '../sources/link-calls.ts';

/** The largest number of pages that one user watches. */
export const MAX_WATCHED_PAGES = 50;

/** Why a page is no longer read. */
export const pageEndSchema = z.enum([
  /** It shows another product. */
  'other_product',
  /** It has offered nothing for days. */
  'unavailable',
]);
export type PageEnd = z.infer<typeof pageEndSchema>;

const watchedPageIdSchema = z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'Expected a page id'));

/** A shop's page that a user watches, as it was when it was read last. Only the user sees it. */
export const watchedPageSchema = z.object({
  id: watchedPageIdSchema,
  url: z.string(),
  title: z.string(),
  /** The shop's name. */
  merchant: z.string(),
  imageUrl: z.optional(z.string()),
  price: moneySchema,
  /** What it cost when the user began to watch it. */
  firstPrice: moneySchema,
  inStock: z.boolean(),
  /** Absent while the page is being read. */
  end: z.optional(pageEndSchema),
  /** ISO 8601: when it was read last. */
  checkedAt: z.string(),
  /** ISO 8601: since when the user has watched it. */
  createdAt: z.string(),
});
export type WatchedPage = z.infer<typeof watchedPageSchema>;

export const watchPage = defineCall({
  method: 'POST',
  path: '/api/deals/watch',
  summary:
    "Be notified when the product of a shop's page gets cheaper or sells out; a page that is a deal already becomes a favourite",
  access: 'member',
  limit: { cost: 20, rates: [perAccount(20, 10 * MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  errors: ['limit_reached', 'link_unreadable', 'link_forbidden', 'link_without_product'],
  body: z.strictObject({ url: webUrlSchema }),
  response: z.object({
    success: z.literal(true),
    watched: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('page'), page: watchedPageSchema }),
      z.object({ kind: z.literal('deal'), deal: dealSchema }),
    ]),
  }),
});
export type Watched = z.infer<typeof watchPage.response>['watched'];

export const listWatchedPages = defineCall({
  method: 'GET',
  path: '/api/users/me/watched',
  summary: "The shops' pages that one watches, the latest first",
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'deals:read',
  query: shortListQuery(MAX_WATCHED_PAGES),
  response: z.object({
    success: z.literal(true),
    pages: z.array(watchedPageSchema),
    nextCursor: shortListCursor,
  }),
});

export const unwatchPage = defineCall({
  method: 'DELETE',
  path: '/api/users/me/watched/:id',
  summary: 'Stop watching a page; one need not have watched it',
  access: 'member',
  limit: { cost: 2, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  params: z.strictObject({ id: watchedPageIdSchema }),
  response: z.object({ success: z.literal(true) }),
});
