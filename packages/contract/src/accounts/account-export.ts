import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { languages } from '../common/language.ts';
import { HOUR_MS } from '../common/durations.ts';
import { perAccount } from '../common/call-limit.ts';
import { mediaSchema } from '../deals/deal.ts';
import { membershipSchema } from '../chat/channel.ts';
import { draftSchema } from '../chat/draft-calls.ts';
import { statusSchema } from '../chat/presence.ts';
import { categorySchema, conditionSchema, dealStatusSchema } from '../deals/vocabulary.ts';
import { appealableActionSchema, appealOutcomeSchema } from '../moderation/appeal-calls.ts';
import { laterPreferencesSchema, noticePreferencesSchema } from '../notices/calls.ts';
import { noticeSchema } from '../notices/notice.ts';
import { profileSchema, settingsSchema } from '../profiles/calls.ts';
import { savedSearchSchema } from '../saved-searches/calls.ts';
import { watchedPageSchema } from '../watched-pages/calls.ts';
import { webhookSchema } from '../webhooks/calls.ts';
import { apiKeySchema } from './key-calls.ts';
import { passkeySchema } from './passkeys.ts';
import { sessionSchema, userSchema } from './session.ts';

/** A message of a channel, which may be someone else's. */
const messageInChannel = { messageId: z.string(), channelId: z.string(), at: z.string() };

const markedDeal = z.object({
  dealId: z.string(),
  title: z.string(),
  /** ISO 8601, like all times below. */
  at: z.string(),
});

/** The features' data about a user, in addition to the account itself. */
export const accountPartsSchema = z.object({
  profile: profileSchema,
  settings: settingsSchema,
  /** Of the browser in which the user registered or signed in last; null if it is unknown. */
  browserLanguage: z._default(z.nullable(z.enum(languages)), null),
  noticePreferences: noticePreferencesSchema,
  laterNoticePreferences: z._default(laterPreferencesSchema, {}),
  notices: z._default(z.array(noticeSchema), []),
  /** Browsers that get pushes: the host of their push service. */
  pushSubscriptions: z._default(z.array(z.object({ service: z.string(), at: z.string() })), []),
  /** Without secrets, which prove the user's identity. */
  signIn: z.object({
    passkeys: z.array(passkeySchema),
    totpSince: z.nullable(z.string()),
    recoveryCodesLeft: z.int(),
  }),
  /** Browsers in which the user signed in, by the time of the last sign-in. */
  knownBrowsers: z._default(z.array(z.object({ at: z.string() })), []),
  /** Without the keys themselves, which are not stored. */
  apiKeys: z.array(apiKeySchema),
  posts: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      description: z.string(),
      category: categorySchema,
      condition: conditionSchema,
      tags: z.array(z.string()),
      link: z.nullable(z.string()),
      media: z.array(mediaSchema),
      /** Minor units of `currency`. */
      price: z.int(),
      currency: z.string(),
      status: dealStatusSchema,
      postedAt: z.string(),
    }),
  ),
  favorites: z.array(markedDeal),
  likes: z.array(markedDeal),
  votes: z._default(z.array(z.extend(markedDeal, { value: z.literal([1, -1]) })), []),
  priceAlerts: z.array(
    z.object({
      dealId: z.string(),
      title: z.string(),
      /** Minor units of `currency`. */
      below: z.int(),
      currency: z.string(),
      /** Whether the price of delivery counts; absent in an export of an earlier release. */
      withDelivery: z.optional(z.boolean()),
      at: z.string(),
    }),
  ),
  watchedPages: z._default(z.array(watchedPageSchema), []),
  /** The ratings that the user gave after a sale. */
  ratings: z.array(
    z.object({
      dealId: z.string(),
      title: z.string(),
      userId: z.string(),
      stars: z.int(),
      text: z.string(),
      at: z.string(),
    }),
  ),
  /** The replies of the user to the ratings that they got. */
  ratingReplies: z._default(
    z.array(z.object({ ratingId: z.string(), dealId: z.string(), text: z.string() })),
    [],
  ),
  sales: z._default(
    z.array(
      z.extend(markedDeal, {
        role: z.enum(['seller', 'buyer']),
        /** The other side. */
        userId: z.string(),
      }),
    ),
    [],
  ),
  /** Deals that the user said are over. */
  expiredVotes: z._default(z.array(markedDeal), []),
  /** What the user reported to the moderators. */
  reports: z._default(
    z.array(
      z.object({
        about: z.enum(['deal', 'message', 'member', 'rating']),
        id: z.string(),
        reason: z.string(),
        note: z.string(),
        at: z.string(),
      }),
    ),
    [],
  ),
  /** What moderators decided about the user's content. */
  decisions: z._default(
    z.array(
      z.object({
        id: z.string(),
        action: appealableActionSchema,
        subjectId: z.string(),
        reason: z.string(),
        at: z.string(),
      }),
    ),
    [],
  ),
  /** Appeals against decisions of moderators. */
  appeals: z._default(
    z.array(
      z.object({
        decisionId: z.string(),
        text: z.string(),
        outcome: z.nullable(appealOutcomeSchema),
        answer: z.nullable(z.string()),
        at: z.string(),
      }),
    ),
    [],
  ),
  savedSearches: z.array(savedSearchSchema),
  /** Of the email, once it is confirmed; null without a subscription. */
  newsletter: z._default(
    z.nullable(
      z.object({
        language: z.enum(languages),
        askedAt: z.string(),
        confirmedAt: z.nullable(z.string()),
      }),
    ),
    null,
  ),
  /** What was sent from the email, once it is confirmed, to the people who run the site. */
  contactMessages: z._default(
    z.array(z.object({ name: z.string(), email: z.string(), text: z.string(), at: z.string() })),
    [],
  ),
  /** Without their secrets. */
  webhooks: z._default(z.array(webhookSchema), []),
  uploads: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      mediaType: z.string(),
      /** Bytes. */
      size: z.int(),
      url: z.string(),
      createdAt: z.string(),
    }),
  ),
  /** Users whom the user has blocked. */
  blocks: z.array(z.object({ userId: z.string(), name: z.string(), at: z.string() })),
  /** Pending invitations to channels, sent or received by the user. */
  invitations: z.array(
    z.object({
      direction: z.enum(['sent', 'received']),
      channelId: z.string(),
      channelName: z.string(),
      /** The other user. */
      userId: z.string(),
      name: z.string(),
      at: z.string(),
    }),
  ),
  /** The messages that the user has saved for later. */
  savedMessages: z._default(z.array(z.object(messageInChannel)), []),
  reactions: z._default(z.array(z.object({ ...messageInChannel, emoji: z.string() })), []),
  /** The messages that begin the threads which the user follows. */
  followedThreads: z._default(z.array(z.object(messageInChannel)), []),
  /** The channels and direct conversations that the user is in. */
  channels: z._default(
    z.array(
      z.extend(membershipSchema, {
        channelId: z.string(),
        /** Empty for direct conversations. */
        channelName: z.string(),
      }),
    ),
    [],
  ),
  /** Incoming hooks, without their secrets. */
  channelHooks: z._default(
    z.array(z.object({ id: z.string(), channelId: z.string(), name: z.string(), at: z.string() })),
    [],
  ),
  /** Null for a user who has never set one. */
  chatStatus: z._default(z.nullable(statusSchema), null),
  /** Unsent texts of the chat. */
  messageDrafts: z._default(z.array(draftSchema), []),
  messages: z.array(
    z.object({
      id: z.string(),
      channelId: z.string(),
      /** Empty for direct conversations. */
      channelName: z.string(),
      text: z.string(),
      attachments: z.array(z.object({ name: z.string(), url: z.string() })),
      createdAt: z.string(),
      editedAt: z.nullable(z.string()),
    }),
  ),
});
export type AccountParts = z.infer<typeof accountPartsSchema>;

export const exportAccount = defineCall({
  method: 'GET',
  path: '/api/auth/me/export',
  summary: 'Everything the product keeps about the account',
  access: 'member',
  limit: { cost: 30, rates: [perAccount(20, HOUR_MS)] },
  audit: false,
  response: z.extend(accountPartsSchema, {
    success: z.literal(true),
    exportedAt: z.string(),
    user: userSchema,
    sessions: z.array(sessionSchema),
  }),
});
