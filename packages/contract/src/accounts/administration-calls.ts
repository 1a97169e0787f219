import * as z from 'zod/mini';
import { moderationReasonSchema } from '../audit/calls.ts';
import { defineCall } from '../common/call.ts';
import { perAccount } from '../common/call-limit.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { pageQuery } from '../common/page.ts';
import { linesOfText } from '../common/text.ts';
import { dealStatusSchema } from '../deals/vocabulary.ts';
import { MAX_EMAIL_LENGTH } from './limits.ts';
import { roleSchema, sessionSchema, userIdSchema } from './session.ts';

export const USERS_PAGE_LIMIT = { default: 30, maximum: 100 } as const;
/** How many of a user's newest posts and reports their administration shows. */
export const SHOWN_OF_USER = 10;

export const userStatuses = ['active', 'suspended'] as const;
export const userStatusSchema = z.enum(userStatuses);

export const suspensionSchema = z.object({
  reason: z.string(),
  /** ISO 8601, like `until`. */
  since: z.string(),
  /** Null until an administrator lifts it. */
  until: z.nullable(z.string()),
});
export type Suspension = z.infer<typeof suspensionSchema>;

/** An account as administrators see it. */
export const administeredUserSchema = z.object({
  id: userIdSchema,
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  status: userStatusSchema,
  suspension: z.nullable(suspensionSchema),
  /** ISO 8601. */
  createdAt: z.string(),
  /** The last use of a present session, ISO 8601. */
  lastUsedAt: z.nullable(z.string()),
});
export type AdministeredUser = z.infer<typeof administeredUserSchema>;

const administration = { access: 'admin', limit: { cost: 2 }, audit: false } as const;
const act = { access: 'admin', limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] } } as const;
const params = z.strictObject({ userId: userIdSchema });
const succeeded = z.object({ success: z.literal(true) });

export const listUsers = defineCall({
  ...administration,
  method: 'GET',
  path: '/api/people',
  summary: 'Accounts by name or email address, role and status, the newest first',
  query: z.strictObject({
    q: z.optional(linesOfText({ minimum: 0, maximum: MAX_EMAIL_LENGTH })),
    role: z.optional(roleSchema),
    status: z.optional(userStatusSchema),
    ...pageQuery(USERS_PAGE_LIMIT),
  }),
  response: z.object({
    success: z.literal(true),
    total: z.int(),
    people: z.array(administeredUserSchema),
    nextCursor: z.nullable(z.string()),
  }),
});

const reportsOf = <const Subject extends string>(subjects: readonly Subject[]) =>
  z.object({
    total: z.int(),
    items: z.array(
      z.object({
        id: z.string(),
        about: z.enum(subjects),
        subjectId: z.string(),
        /**
         * The deal, also of a comment, the channel of another message, or the member, also of a rating that
         * they got. Absent from nodes of earlier versions.
         */
        where: z.optional(
          z.object({
            kind: z.enum(['deal', 'channel', 'user']),
            id: z.string(),
            /** Empty for a conversation or an erased deal. */
            name: z.string(),
            /** Whether it is a removed deal, whose page is not found. */
            isRemoved: z.boolean(),
          }),
        ),
        reason: z.string(),
        note: z.string(),
        /** ISO 8601. */
        createdAt: z.string(),
        isOpen: z.boolean(),
      }),
    ),
  });

export const getUser = defineCall({
  ...administration,
  method: 'GET',
  path: '/api/people/:userId',
  summary: 'An account with its sessions, newest posts and newest reports about it',
  params,
  response: z.object({
    success: z.literal(true),
    person: administeredUserSchema,
    sessions: z.array(sessionSchema),
    posts: z.object({
      total: z.int(),
      items: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          status: dealStatusSchema,
          /** ISO 8601. */
          postedAt: z.string(),
        }),
      ),
    }),
    /** The number of messages and comments. */
    messages: z.int(),
    /** Reports of posts and messages, decided ones too. */
    reports: reportsOf(['deal', 'message']),
    /** Reports of the user and of their ratings, beside the others for clients of version 0.1.0. */
    memberReports: z._default(reportsOf(['user', 'rating']), { total: 0, items: [] }),
  }),
});
export type UserDetails = z.infer<(typeof getUser)['response']>;

export const suspendUser = defineCall({
  ...act,
  method: 'POST',
  path: '/api/users/:userId/suspend',
  summary:
    'Suspend an account: it is signed out everywhere, cannot sign in, and its posts are hidden',
  audit: 'user.suspend',
  errors: ['last_administrator'],
  params,
  body: z.strictObject({
    reason: moderationReasonSchema,
    /** A time to come; without it the suspension lasts until it is lifted. */
    until: z.optional(z.iso.datetime({ offset: true })),
    /** Removes posts and messages instead of hiding the posts. */
    removeContent: z._default(z.boolean(), false),
  }),
  response: succeeded,
});

export const liftSuspension = defineCall({
  ...act,
  method: 'DELETE',
  path: '/api/users/:userId/suspend',
  summary: 'End a suspension; the hidden posts are visible again',
  audit: 'user.lift_suspension',
  params,
  response: succeeded,
});

export const deleteUser = defineCall({
  ...act,
  method: 'POST',
  path: '/api/users/:userId/delete',
  summary: 'Delete an account with its posts, and empty its messages',
  audit: 'user.delete',
  errors: ['last_administrator'],
  params,
  body: z.strictObject({ reason: moderationReasonSchema }),
  response: succeeded,
});
