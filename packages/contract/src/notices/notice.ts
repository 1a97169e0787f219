import * as z from 'zod/mini';
import { channelIdSchema, chatUserSchema } from '../chat/channel.ts';
import { derivedMoneySchema, moneySchema } from '../common/money.ts';
import { dealIdSchema } from '../deals/deal-id.ts';
import { priceAssessmentSchema } from '../deals/price-assessment.ts';

/** The kinds whose choice clients of version 0.1.0 know; they reject preferences with any other. */
export const firstChosenKinds = [
  'price_drop',
  'back_in_stock',
  'no_longer_available',
  'saved_search',
  'own_deal_expired',
  'own_deal_removed',
  'channel_invitation',
  'sale_to_rate',
  'price_alert',
] as const;

/** The kinds whose choice is in fields of its own, in which clients ignore what they do not know. */
export const laterChosenKinds = ['deal_comment', 'comment_reply'] as const;
export type LaterChosenKind = (typeof laterChosenKinds)[number];

/** The kinds of notices that users choose, each on each channel. */
export const chosenKinds = [...firstChosenKinds, ...laterChosenKinds] as const;
export type ChosenKind = (typeof chosenKinds)[number];

export const noticeKinds = [
  ...chosenKinds,
  'watched_page',
  'moderation_decision',
  'own_post_reinstated',
] as const;
export const noticeKindSchema = z.enum(noticeKinds);
export type NoticeKind = z.infer<typeof noticeKindSchema>;

/**
 * The kind whose choice decides about a notice: that of price alerts also about watched pages, that
 * of removed deals about other decisions of moderators.
 */
export const chosenKindOf = (kind: NoticeKind): ChosenKind => {
  if (kind === 'watched_page') return 'price_alert';
  if (kind === 'moderation_decision' || kind === 'own_post_reinstated') return 'own_deal_removed';
  return kind;
};

export const noticeChannels = ['inApp', 'mail', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

const dealInNotice = z.object({
  id: dealIdSchema,
  title: z.string(),
  price: moneySchema,
  imageUrl: z.optional(z.string()),
  /** What the price was worth when the notice about it was written, if enough was known. */
  priceVerdict: z.optional(priceAssessmentSchema),
});
export type DealInNotice = z.infer<typeof dealInNotice>;

/** A shop's page when the notice about it was written. */
const pageInNotice = z.object({
  title: z.string(),
  url: z.string(),
  price: moneySchema,
  imageUrl: z.optional(z.string()),
});

/** What happened to a page that a user watches. */
export const pageChangeSchema = z.discriminatedUnion('change', [
  z.object({ change: z.literal('price_drop'), oldPrice: moneySchema }),
  z.object({ change: z.enum(['sold_out', 'back_in_stock', 'other_product', 'unavailable']) }),
]);
export type PageChange = z.infer<typeof pageChangeSchema>;

/** Who commented since the notice was last read. */
const comments = {
  deal: dealInNotice,
  /** Who wrote the newest comment. */
  latest: chatUserSchema,
  /** The number of other users. */
  others: z.int(),
  /** The first and the last comment, by `seq`. */
  from: z.int(),
  to: z.int(),
};

/**
 * What moderators decided: about the reader's content other than deals, an appeal, or what the reader
 * reported. `report_obsolete` is no decision about the report: what it was of has been deleted.
 */
export const decidedKinds = [
  'message_removed',
  'comment_removed',
  'rating_removed',
  'appeal_upheld',
  'appeal_reversed',
  'report_upheld',
  'report_dismissed',
  'report_obsolete',
] as const;

/**
 * What a report or an appeal was about: a deal by its title, or, of a report, a member, who is also the
 * author of a message, a comment or a rating. `id` and `name` are absent of other appeals, if the deal was
 * erased before the notice, and once the account is deleted.
 */
const reportedSubject = z.object({
  kind: z.enum(['deal', 'message', 'comment', 'member', 'rating']),
  id: z.optional(z.string()),
  name: z.optional(z.string()),
});
export type ReportedSubject = z.infer<typeof reportedSubject>;

/**
 * The content of a notice. Its text is in the reader's language: `notice.<kind>` of the catalogue.
 */
export const noticeContentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('price_drop'), deal: dealInNotice, oldPrice: moneySchema }),
  z.object({ kind: z.literal('back_in_stock'), deal: dealInNotice }),
  z.object({
    kind: z.literal('no_longer_available'),
    deal: dealInNotice,
    why: z.enum(['sold', 'expired', 'deleted']),
  }),
  z.object({
    kind: z.literal('saved_search'),
    savedSearch: z.object({
      id: z.string(),
      name: z.string(),
      /** The query string of the URL `/deals?…`. */
      query: z.string(),
    }),
    /** The number of new matches since the notice was last read. */
    count: z.int(),
    /** The newest of them. */
    deals: z.array(dealInNotice),
  }),
  z.object({
    kind: z.literal('own_deal_expired'),
    deal: dealInNotice,
    why: z.enum(['date', 'members', 'moderator']),
    /** The moderator's; absent from notices of version 0.1.0. */
    reason: z.optional(z.string()),
  }),
  z.object({ kind: z.literal('own_deal_removed'), deal: dealInNotice, reason: z.string() }),
  z.object({ kind: z.literal('own_post_reinstated'), deal: dealInNotice, reason: z.string() }),
  z.object({
    kind: z.literal('channel_invitation'),
    channel: z.object({ id: channelIdSchema, name: z.string() }),
    inviter: chatUserSchema,
  }),
  z.object({
    kind: z.literal('price_alert'),
    deal: dealInNotice,
    below: moneySchema,
    /** The price with delivery, if the alert counts that and it is known. */
    total: z.optional(derivedMoneySchema),
  }),
  z.object({ kind: z.literal('watched_page'), page: pageInNotice, what: pageChangeSchema }),
  z.object({
    kind: z.literal('moderation_decision'),
    decided: z.enum(decidedKinds),
    reason: z.string(),
    /**
     * Of a report, or of the decision that an appeal was about. Absent from other decisions and from
     * notices that earlier versions wrote.
     */
    subject: z.optional(reportedSubject),
  }),
  z.object({ kind: z.literal('sale_to_rate'), deal: dealInNotice, seller: chatUserSchema }),
  z.object({
    kind: z.literal('deal_comment'),
    /** The comments mention the reader, whose deal it is not. */
    isMention: z.optional(z.boolean()),
    ...comments,
  }),
  z.object({
    kind: z.literal('comment_reply'),
    /** The first comment of the thread. */
    threadId: z.string(),
    ...comments,
  }),
]);
export type NoticeContent = z.infer<typeof noticeContentSchema>;

export const noticeSchema = z.object({
  id: z.uuid(),
  content: noticeContentSchema,
  read: z.boolean(),
  /** ISO 8601. */
  createdAt: z.string(),
});
export type Notice = z.infer<typeof noticeSchema>;

/** The payload of a push for the browser's service worker, in its reader's language. */
export const pushMessageSchema = z.object({
  title: z.string(),
  body: z.string(),
  /** The target of a tap: a path of the product. */
  path: z.string(),
  /** A later push with the same tag replaces an earlier one. */
  tag: z.string(),
});
export type PushMessage = z.infer<typeof pushMessageSchema>;
