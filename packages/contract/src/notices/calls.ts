import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { perAccount, perNetwork } from '../common/call-limit.ts';
import { knownEntries } from '../common/known-entries.ts';
import { pageQuery } from '../common/page.ts';
import { flag } from '../common/query-values.ts';
import { dealIdSchema } from '../deals/deal-id.ts';
import { firstChosenKinds, noticeSchema, type ChosenKind, type LaterChosenKind } from './notice.ts';

export const NOTICES_PAGE_LIMIT = { default: 20, maximum: 100 } as const;
/** Older notices are deleted, in days. */
export const NOTICE_LIFETIME_DAYS = 90;
/** The largest number of one user's browsers with push subscriptions. */
export const MAX_PUSH_SUBSCRIPTIONS = 10;

const noticeId = z.uuid();
const unreadResponse = z.object({
  success: z.literal(true),
  /** The present number of unread notices. */
  unread: z.int(),
});

export const listNotices = defineCall({
  method: 'GET',
  path: '/api/notices',
  summary: "List one's notices, latest first",
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'account:read',
  query: z.strictObject({ unread: z.optional(flag), ...pageQuery(NOTICES_PAGE_LIMIT) }),
  response: z.extend(unreadResponse, {
    notices: knownEntries(noticeSchema),
    nextCursor: z.nullable(z.string()),
  }),
});

export const countUnreadNotices = defineCall({
  method: 'GET',
  path: '/api/notices/unread',
  summary: 'How many notices are unread',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'account:read',
  response: unreadResponse,
});

export const markNoticesRead = defineCall({
  method: 'POST',
  path: '/api/notices/read',
  summary: 'Take notices as read: those named, those of the comments on a deal, or all',
  access: 'member',
  limit: { cost: 2, rates: [perAccount(120, MINUTE_MS)] },
  audit: false,
  body: z.strictObject({
    ids: z.optional(z.array(noticeId).check(z.minLength(1), z.maxLength(100))),
    /** The id of the deal. Nodes of version 0.1.0 reject it. */
    commentsOn: z.optional(dealIdSchema),
  }),
  response: unreadResponse,
});

export const deleteNotice = defineCall({
  method: 'DELETE',
  path: '/api/notices/:id',
  summary: 'Drop a notice',
  access: 'member',
  limit: { cost: 2, rates: [perAccount(120, MINUTE_MS)] },
  audit: false,
  params: z.strictObject({ id: noticeId }),
  response: unreadResponse,
});

const channelsSchema = z.object({ inApp: z.boolean(), mail: z.boolean(), push: z.boolean() });
export type ChannelsWanted = z.infer<typeof channelsSchema>;

export const noticePreferencesSchema = z.record(z.enum(firstChosenKinds), channelsSchema);
/** Of `laterChosenKinds`; a client ignores those that it does not know. */
export const laterPreferencesSchema = z.record(z.string(), channelsSchema);
export type NoticePreferences = Readonly<Record<ChosenKind, ChannelsWanted>>;

const preferencesResponse = z.object({
  success: z.literal(true),
  preferences: noticePreferencesSchema,
  /** Absent from nodes of version 0.1.0. */
  laterPreferences: z.optional(laterPreferencesSchema),
  /** The channels that are configured. */
  available: channelsSchema,
  /**
   * The key with which browsers subscribe to pushes (VAPID, base64url); null if pushes are not
   * configured.
   */
  pushPublicKey: z.nullable(z.string()),
});

export const getNoticePreferences = defineCall({
  method: 'GET',
  path: '/api/notices/preferences',
  summary: 'What one wants to be notified of, and how',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  response: preferencesResponse,
});

const channelChanges = z.partial(
  z.strictObject({ inApp: z.boolean(), mail: z.boolean(), push: z.boolean() }),
);

export const setNoticePreferences = defineCall({
  method: 'PATCH',
  path: '/api/notices/preferences',
  summary: 'Change what one wants to be notified of; kinds and channels that are not named stay',
  access: 'member',
  limit: { cost: 2, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  body: z.strictObject({
    preferences: z.partialRecord(z.enum(firstChosenKinds), channelChanges),
    laterPreferences: z.optional(
      z.strictObject({
        deal_comment: z.optional(channelChanges),
        comment_reply: z.optional(channelChanges),
      } satisfies Record<LaterChosenKind, unknown>),
    ),
  }),
  response: preferencesResponse,
});

export const addPushSubscription = defineCall({
  method: 'POST',
  path: '/api/notices/push-subscriptions',
  summary: 'Get notices through this browser (the JSON of its PushSubscription)',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(30, MINUTE_MS)] },
  audit: false,
  body: z.object({
    endpoint: z.url({ protocol: /^https$/ }).check(z.maxLength(1_000)),
    keys: z.object({
      p256dh: z.string().check(z.regex(/^[\w-]{80,100}={0,2}$/)),
      auth: z.string().check(z.regex(/^[\w-]{20,30}={0,2}$/)),
    }),
  }),
  response: z.object({ success: z.literal(true) }),
});

export const removePushSubscription = defineCall({
  method: 'POST',
  path: '/api/notices/push-subscriptions/remove',
  summary: 'Stop notices through this browser',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(30, MINUTE_MS)] },
  audit: false,
  body: z.strictObject({ endpoint: z.string().check(z.maxLength(1_000)) }),
  response: z.object({ success: z.literal(true) }),
});

/** As in the links of mails. */
export const unsubscribeTokenSchema = z
  .string()
  .check(z.maxLength(400), z.regex(/^[\w.-]*$/, 'Expected the token of a mail'));

export const unsubscribe = defineCall({
  method: 'POST',
  path: '/api/notices/unsubscribe',
  summary: 'Get no more mail of a kind, by the token of a mail and without signing in (RFC 8058)',
  access: 'anyone',
  limit: { cost: 2, rates: [perNetwork(60, MINUTE_MS)] },
  audit: false,
  errors: ['not_found'],
  query: z.strictObject({ token: unsubscribeTokenSchema }),
  response: z.object({ success: z.literal(true) }),
});
