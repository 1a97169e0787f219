import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { HOUR_MS, MINUTE_MS } from '../common/durations.ts';
import { perAccount, perNetwork } from '../common/call-limit.ts';
import { shortListCursor, shortListQuery } from '../common/page.ts';
import { flag } from '../common/query-values.ts';
import { moderationReasonSchema } from '../audit/calls.ts';
import { secondStepSchema } from './second-factor.ts';
import {
  emailSchema,
  nameSchema,
  newPasswordSchema,
  passwordSchema,
  roleSchema,
  sessionIdSchema,
  sessionSchema,
  sessionTokensSchema,
  userIdSchema,
  userSchema,
} from './session.ts';
import { ME_PATH } from '../site/first-paths.ts';

const succeeded = z.object({ success: z.literal(true) });
const succeededWithMessage = z.object({ success: z.literal(true), message: z.string() });

// Only the server checks the format: a truncated or altered token is unknown to it.
const token = z.string().check(z.minLength(1), z.maxLength(200));

/** Null is none, because `localStorage.getItem` returns it. */
const sentToken = z.optional(z.nullable(token));

/** The refresh token is sent here or in the HttpOnly cookie; the body takes precedence. */
const refreshTokenBody = z._default(z.strictObject({ refreshToken: sentToken }), {});

const refreshBody = z._default(
  z.strictObject({
    refreshToken: sentToken,
    /**
     * The client's random id of this refresh, repeated until its response arrives. A client that
     * lost the response gets tokens also after the grace, in which a repetition needs none.
     */
    attempt: z.optional(z.string().check(z.minLength(16), z.maxLength(100))),
  }),
  {},
);

/** The response of a complete sign-in. */
export const signedInSchema = z.extend(sessionTokensSchema, {
  success: z.literal(true),
  message: z.string(),
});

export const login = defineCall({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in; an account with a second factor is asked for it before it gets tokens',
  access: 'anyone',
  // High, because correct passwords count too; wrong ones have stricter limits, separate for known
  // browsers.
  limit: { cost: 20, rates: [perNetwork(1_000, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['account_suspended', 'login_failed'],
  body: z.strictObject({ email: emailSchema, password: passwordSchema }),
  response: z.union([
    signedInSchema,
    z.object({ success: z.literal(true), message: z.string(), secondStep: secondStepSchema }),
  ]),
});

export const register = defineCall({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Make an account; answers the same where the address has one already',
  access: 'anyone',
  limit: { cost: 30, rates: [perNetwork(30, HOUR_MS)] },
  audit: false,
  body: z.strictObject({ name: nameSchema, email: emailSchema, password: newPasswordSchema }),
  response: succeededWithMessage,
});

export const refresh = defineCall({
  method: 'POST',
  path: '/api/auth/refresh',
  summary: 'Exchange a refresh token for new tokens',
  access: 'anyone',
  limit: { cost: 3, rates: [perNetwork(600, MINUTE_MS)] },
  audit: false,
  errors: ['refresh_failed', 'refresh_token_missing'],
  body: refreshBody,
  response: z.extend(sessionTokensSchema, { success: z.literal(true) }),
});

export const logout = defineCall({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End the session that the access or refresh token belongs to',
  access: 'anyone',
  limit: { cost: 2, rates: [perNetwork(600, MINUTE_MS)] },
  audit: false,
  // For the browser's service worker: the session has run out, the user did not sign out.
  query: z.strictObject({ ended: z.optional(flag) }),
  body: refreshTokenBody,
  response: succeeded,
});

export const getMe = defineCall({
  method: 'GET',
  path: ME_PATH,
  summary: 'Who is signed in',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'account:read',
  response: z.object({ success: z.literal(true), user: userSchema }),
});

export const listSessions = defineCall({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'The devices that are signed in, last used first',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  query: shortListQuery(),
  response: z.object({
    success: z.literal(true),
    sessions: z.array(sessionSchema),
    nextCursor: shortListCursor,
  }),
});

export const revokeSession = defineCall({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  summary: 'Sign one device out',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: 'user.end_session',
  params: z.strictObject({ id: sessionIdSchema }),
  response: succeeded,
});

export const logoutEverywhere = defineCall({
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary:
    'Sign every device out, this one too, end all API keys and channel hooks, and turn webhooks off',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  response: z.object({ success: z.literal(true), revoked: z.int() }),
});

export const changePassword = defineCall({
  method: 'PUT',
  path: '/api/auth/password',
  summary:
    'Choose a new password; every other device is signed out, keys and channel hooks end, and webhooks are off',
  access: 'member',
  limit: { cost: 20, rates: [perAccount(30, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['wrong_password'],
  body: z.strictObject({ currentPassword: passwordSchema, newPassword: newPasswordSchema }),
  response: succeeded,
});

export const changeEmail = defineCall({
  method: 'PUT',
  path: '/api/auth/email',
  summary:
    'Sign in with another address: once it is confirmed, or, where no mails can be sent, from now on',
  access: 'member',
  limit: { cost: 30, rates: [perAccount(30, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['email_taken', 'wrong_password'],
  body: z.strictObject({ currentPassword: passwordSchema, email: emailSchema }),
  response: z.object({
    success: z.literal(true),
    /** The present account, with its former address while the new one is unconfirmed. */
    user: userSchema,
  }),
});

export const deleteAccount = defineCall({
  method: 'POST',
  path: '/api/auth/me/delete',
  summary: 'Delete the account and all that belongs to it',
  access: 'member',
  limit: { cost: 20, rates: [perAccount(30, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['wrong_password', 'last_administrator'],
  body: z.strictObject({ currentPassword: passwordSchema }),
  response: succeeded,
});

export const signUserOut = defineCall({
  method: 'POST',
  path: '/api/users/:userId/sign-out',
  summary: 'Sign every device of a person out (administrators only)',
  access: 'admin',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: 'user.sign_out',
  params: z.strictObject({ userId: userIdSchema }),
  body: z.strictObject({ reason: moderationReasonSchema }),
  response: z.object({ success: z.literal(true), revoked: z.int() }),
});

export const changeRole = defineCall({
  method: 'PUT',
  path: '/api/users/:userId/role',
  summary: 'Give a person another role (administrators only)',
  access: 'admin',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: 'user.role',
  errors: ['last_administrator'],
  params: z.strictObject({ userId: userIdSchema }),
  body: z.strictObject({ role: roleSchema }),
  response: succeeded,
});
