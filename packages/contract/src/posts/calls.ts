import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { DAY_MS, MINUTE_MS } from '../common/durations.ts';
import { perAccount } from '../common/call-limit.ts';
import { moneySchema } from '../common/money.ts';
import { pageQuery } from '../common/page.ts';
import { lineOfText, linesOfText } from '../common/text.ts';
import { DEAL_PAGE_LIMIT, dealCountsByStatusSchema, dealPageSchema } from '../deals/deal-page.ts';
import { dealIdSchema, dealParams } from '../deals/deal-id.ts';
import { dealSchema, mediaSchema } from '../deals/deal.ts';
import { namedCategorySchema } from '../deals/other-names.ts';
import { tagsSchema } from '../deals/tags.ts';
import {
  categorySchema,
  conditionSchema,
  dealStatusSchema,
  type DealStatus,
} from '../deals/vocabulary.ts';

export const DEAL_TITLE_LENGTH = { minimum: 3, maximum: 140 } as const;
export const DEAL_DESCRIPTION_LENGTH = { minimum: 0, maximum: 5_000 } as const;
export const MAX_DEAL_MEDIA = 20;
export const MAX_DEAL_LINK_LENGTH = 2_000;
/** How long its owner can restore a deleted deal, in milliseconds. */
export const RESTORE_WINDOW_MS = 7 * DAY_MS;
/** How far ahead a deal may be set to expire, in days. */
export const MAX_DEAL_LIFETIME_DAYS = 365;
/** The default lifetime of a deal, in days. */
export const DEFAULT_DEAL_LIFETIME_DAYS = 60;

/** Codes of field errors that only the server detects. */
export const postFieldErrors = {
  /** `media`: a file that is not the poster's own, is missing, or is no image or video. */
  unknownFile: 'unknown_file',
  /** `location`. */
  unknownLocation: 'unknown_location',
  /** `originalPrice`: not above the price, or in another currency. */
  notAboveThePrice: 'not_above_the_price',
  /** `expiresAt`: in the past or too far ahead. */
  outOfRange: 'out_of_range',
} as const;

/**
 * A name of the public internet: of several labels, the last of letters, or of another alphabet, as
 * `.бг` is in a parsed URL. Not of digits alone, as IPs end. DNS allows `_`, and a dot at the end.
 */
const HOSTNAME = /^([\w-]{1,63}\.)+([a-z]{2,63}|xn--[a-z\d-]+)\.?$/;

const linkSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(MAX_DEAL_LINK_LENGTH),
    z.url({ protocol: /^https?$/, hostname: HOSTNAME }),
  );

const draftFields = {
  title: lineOfText(DEAL_TITLE_LENGTH),
  description: linesOfText(DEAL_DESCRIPTION_LENGTH),
  price: moneySchema,
  /** Its former price or price when new, in the currency of the price. Null: unknown. */
  originalPrice: z.nullable(moneySchema),
  /** The price of delivery. Null: none is offered, or it is unknown. */
  delivery: z.nullable(moneySchema),
  category: categorySchema,
  condition: conditionSchema,
  /** Id of a location. Null: none. */
  location: z.nullable(z.string().check(z.maxLength(64))),
  tags: tagsSchema,
  /** Ids of the poster's own uploaded files, in order; the first is the main image. */
  media: z.array(z.uuid()).check(z.maxLength(MAX_DEAL_MEDIA)),
  /** The URL of the offer, if it is elsewhere. Null: none. */
  link: z.nullable(linkSchema),
  /** ISO 8601 with offset. Null: after `DEFAULT_DEAL_LIFETIME_DAYS`. */
  expiresAt: z.nullable(z.iso.datetime({ offset: true })),
};

/** The content of a post. */
export const dealDraftSchema = z.strictObject({
  ...draftFields,
  description: z._default(draftFields.description, ''),
  originalPrice: z._default(draftFields.originalPrice, null),
  delivery: z._default(draftFields.delivery, null),
  condition: z._default(draftFields.condition, 'good'),
  location: z._default(draftFields.location, null),
  tags: z._default(draftFields.tags, []),
  media: z._default(draftFields.media, []),
  link: z._default(draftFields.link, null),
  expiresAt: z._default(draftFields.expiresAt, null),
});
export type DealDraft = z.infer<typeof dealDraftSchema>;

export const dealChangesSchema = z.partial(
  z.strictObject({ ...draftFields, category: namedCategorySchema }),
);
export type DealChanges = z.infer<typeof dealChangesSchema>;

const dealResponse = z.object({ success: z.literal(true), deal: dealSchema });

/** A new post. */
export const newDealSchema = z.extend(dealDraftSchema, {
  category: namedCategorySchema,
  /**
   * The client's own id of the post, for repetition if no response came. The same content again
   * changes nothing, and gets the deal as it is now; other content under the id corrects the post.
   */
  clientId: z.optional(z.uuid()),
});
export type NewDeal = z.infer<typeof newDealSchema>;

export const createDeal = defineCall({
  method: 'POST',
  path: '/api/deals',
  summary: 'Post a deal, once for each id that the client gives',
  access: 'member',
  limit: { cost: 10, rates: [perAccount(30, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  errors: [
    'file_empty',
    'file_too_large',
    'file_type_refused',
    'limit_reached',
    'not_found',
    'quota_exceeded',
    'status_conflict',
    'upload_conflict',
    'upload_superseded',
  ],
  body: newDealSchema,
  response: dealResponse,
});

export const getDealDraft = defineCall({
  method: 'GET',
  path: '/api/deals/:id/draft',
  summary: 'What its owner said of a deal, to be edited',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'deals:read',
  params: dealParams,
  response: z.object({
    success: z.literal(true),
    /** In the form that `createDeal` takes. */
    draft: dealDraftSchema,
    /** The files of `draft.media`, in the same order. */
    media: z.array(z.extend(mediaSchema, { id: z.uuid() })),
    status: dealStatusSchema,
  }),
});

export const updateDeal = defineCall({
  method: 'PATCH',
  path: '/api/deals/:id',
  summary: "Change what one's own deal says; what is not named stays",
  access: 'member',
  limit: { cost: 5, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  errors: [
    'file_empty',
    'file_too_large',
    'file_type_refused',
    'limit_reached',
    'quota_exceeded',
    'status_conflict',
    'upload_conflict',
    'upload_superseded',
  ],
  params: dealParams,
  body: dealChangesSchema,
  response: dealResponse,
});

export const deleteDeal = defineCall({
  method: 'DELETE',
  path: '/api/deals/:id',
  summary: 'Take a deal away; its owner can bring it back for a while',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  errors: ['restore_too_late', 'status_conflict'],
  params: dealParams,
  response: z.extend(dealResponse, {
    /** ISO 8601. */
    restorableUntil: z.string(),
  }),
});

export const restoreDeal = defineCall({
  method: 'POST',
  path: '/api/deals/:id/restore',
  summary: 'Bring a deleted deal back as it was',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  errors: ['restore_too_late', 'status_conflict'],
  params: dealParams,
  response: dealResponse,
});

/** The statuses that each may change to. A sold deal does not expire, because it was not lost by time. */
export const nextStatuses = {
  active: ['sold', 'expired'],
  sold: ['active'],
  expired: ['active', 'sold'],
} as const satisfies Record<Exclude<DealStatus, 'deleted'>, readonly DealStatus[]>;

export const changeDealStatus = defineCall({
  method: 'POST',
  path: '/api/deals/:id/status',
  summary: 'Say that a deal is sold or expired, or is offered again',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  errors: ['restore_too_late', 'status_conflict'],
  params: dealParams,
  body: z.strictObject({ status: dealStatusSchema }),
  response: z.extend(dealResponse, {
    /** Of all deals of its owner, after the change. */
    counts: dealCountsByStatusSchema,
  }),
});

/** The largest number of possible duplicates. */
export const POSSIBLE_DUPLICATES_LIMIT = 5;

export const findPossibleDuplicates = defineCall({
  method: 'POST',
  path: '/api/deals/possible-duplicates',
  summary: 'Deals that a deal about to be posted may repeat, the likeliest first',
  access: 'member',
  limit: { cost: 5, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'deals:read',
  body: z.strictObject({
    title: draftFields.title,
    price: z.optional(moneySchema),
    category: z.optional(namedCategorySchema),
    link: z.optional(z.nullable(linkSchema)),
    /** The edited deal, which is no duplicate of itself. */
    except: z.optional(dealIdSchema),
  }),
  response: z.object({
    success: z.literal(true),
    duplicates: z.array(
      z.object({
        deal: dealSchema,
        /** Whether it links to the same page, or only has a similar title and price. */
        reason: z.enum(['same_link', 'similar']),
      }),
    ),
  }),
});

export const listMyDeals = defineCall({
  method: 'GET',
  path: '/api/users/me/deals',
  summary:
    "One's own deals, last posted first; those of every status but `deleted` where none is named",
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'deals:read',
  query: z.strictObject({
    status: z.optional(dealStatusSchema),
    ...pageQuery(DEAL_PAGE_LIMIT),
  }),
  response: z.extend(dealPageSchema, {
    counts: dealCountsByStatusSchema,
    /**
     * The number of users with each deal of the page among their favourites, by its id; deals with
     * none are left out.
     */
    favorites: z.record(dealIdSchema, z.int()),
    /** The deals of the page that a moderator removed, which their owner cannot restore. */
    removedByModerator: z._default(z.array(dealIdSchema), []),
  }),
});

export const listSellerDeals = defineCall({
  method: 'GET',
  path: '/api/users/:id/deals',
  summary: "A member's active deals, last posted first",
  access: 'anyone',
  limit: { cost: 2 },
  audit: false,
  scope: 'deals:read',
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject(pageQuery(DEAL_PAGE_LIMIT)),
  response: dealPageSchema,
});
