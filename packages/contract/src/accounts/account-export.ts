import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { languages } from '../common/language.ts';
import { HOUR_MS } from '../common/durations.ts';
import { perAccount } from '../common/call-limit.ts';
import { mediaSchema } from '../deals/deal.ts';
import { draftSchema } from '../chat/draft-calls.ts';
import { categorySchema, conditionSchema, dealStatusSchema } from '../deals/vocabulary.ts';
import { appealOutcomeSchema } from '../moderation/appeal-calls.ts';
import { noticePreferencesSchema } from '../notices/calls.ts';
import { profileSchema, settingsSchema } from '../profiles/calls.ts';
import { savedSearchSchema } from '../saved-searches/calls.ts';
import { watchedPageSchema } from '../watched-pages/calls.ts';
import { webhookSchema } from '../webhooks/calls.ts';
import { apiKeySchema } from './key-calls.ts';
import { passkeySchema } from './passkeys.ts';
import { sessionSchema, userSchema } from './session.ts';

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
  /** Without secrets, which prove the user's identity. */
  signIn: z.object({
    passkeys: z.array(passkeySchema),
    totpSince: z.nullable(z.string()),
    recoveryCodesLeft: z.int(),
  }),
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
  savedMessages: z._default(
    z.array(z.object({ messageId: z.string(), channelId: z.string(), at: z.string() })),
    [],
  ),
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
