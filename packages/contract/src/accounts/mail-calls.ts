import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perNetwork } from '../common/call-limit.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../common/durations.ts';
import { emailSchema, newPasswordSchema } from './session.ts';

/** The lifetimes of mailed links in milliseconds. */
export const MAIL_LINK_LIFETIME_MS = {
  'reset-password': HOUR_MS,
  'confirm-email': 7 * DAY_MS,
  'confirm-administrator': DAY_MS,
  'change-email': DAY_MS,
  'undo-email': 7 * DAY_MS,
} as const;
/** The lifetime of the link that a start without an administrator prints. */
export const CONSOLE_LINK_LIFETIME_MS = HOUR_MS;

const succeeded = z.object({ success: z.literal(true) });
/** The part of a link after `#`. Only the server checks its format. */
export const mailTokenSchema = z.string().check(z.minLength(1), z.maxLength(200));

export const getSignInOptions = defineCall({
  method: 'GET',
  path: '/api/auth/options',
  summary: 'What the product can do for who cannot sign in',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  response: z.object({
    success: z.literal(true),
    /** Whether a new password can be requested by mail. */
    passwordReset: z.boolean(),
  }),
});

export const forgotPassword = defineCall({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Mail a link to choose a new password; answers the same where nobody has the address',
  access: 'anyone',
  limit: { cost: 20, rates: [perNetwork(20, HOUR_MS)] },
  audit: false,
  body: z.strictObject({ email: emailSchema }),
  response: succeeded,
});

export const resetPassword = defineCall({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Choose a new password with the token of a mailed link; every device is signed out',
  access: 'anyone',
  limit: { cost: 20, rates: [perNetwork(30, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['mail_link_invalid'],
  body: z.strictObject({ token: mailTokenSchema, password: newPasswordSchema }),
  response: succeeded,
});

export const confirmEmail = defineCall({
  method: 'POST',
  path: '/api/auth/confirm-email',
  summary: 'Prove with the token of a mailed link that the address of the account is read',
  access: 'anyone',
  limit: { cost: 3, rates: [perNetwork(30, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['mail_link_invalid'],
  body: z.strictObject({ token: mailTokenSchema }),
  response: succeeded,
});
