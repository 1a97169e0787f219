import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perAccount, perNetwork } from '../common/call-limit.ts';
import { HOUR_MS, MINUTE_MS } from '../common/durations.ts';
import { mailTokenSchema } from './mail-calls.ts';
import { emailSchema, nameSchema, newPasswordSchema } from './session.ts';

const succeeded = z.object({ success: z.literal(true) });

export const accountEmailSchema = z.object({
  email: z.string(),
  /** Whether the user proved to read mail there; until then it gets no other mail. */
  confirmed: z.boolean(),
  /** Whether a mail server is configured. */
  mails: z.boolean(),
  /** The address that replaces it once confirmed. */
  pending: z.nullable(
    z.object({
      email: z.string(),
      /** ISO 8601: the deadline of its confirmation. */
      until: z.string(),
    }),
  ),
});
export type AccountEmail = z.infer<typeof accountEmailSchema>;

export const getEmail = defineCall({
  method: 'GET',
  path: '/api/auth/email',
  summary: 'The address of the account, whether it is confirmed, and the one that is to replace it',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  response: z.object({ success: z.literal(true), address: accountEmailSchema }),
});

export const sendConfirmation = defineCall({
  method: 'POST',
  path: '/api/auth/email/confirmation',
  summary:
    'Mail the link that confirms the address once more; an unconfirmed one gets one mail a day',
  access: 'member',
  limit: { cost: 10, rates: [perAccount(10, HOUR_MS)] },
  audit: false,
  response: succeeded,
});

export const confirmNewEmail = defineCall({
  method: 'POST',
  path: '/api/auth/confirm-new-email',
  summary: 'Replace the address of the account, by the token mailed to the new one',
  access: 'anyone',
  limit: { cost: 3, rates: [perNetwork(30, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['mail_link_invalid'],
  body: z.strictObject({ token: mailTokenSchema }),
  response: succeeded,
});

export const undoEmailChange = defineCall({
  method: 'POST',
  path: '/api/auth/undo-email',
  summary:
    'Take the account back, by the token mailed to its former address; every device is signed out',
  access: 'anyone',
  limit: { cost: 20, rates: [perNetwork(30, 15 * MINUTE_MS)] },
  audit: false,
  errors: ['mail_link_invalid'],
  body: z.strictObject({ token: mailTokenSchema, password: newPasswordSchema }),
  response: succeeded,
});

export const confirmAdministrator = defineCall({
  method: 'POST',
  path: '/api/auth/confirm-administrator',
  summary:
    'Become the first administrator, by the token mailed to ADMIN_EMAIL; every device is signed out',
  access: 'anyone',
  limit: { cost: 20, rates: [perNetwork(30, 15 * MINUTE_MS)] },
  audit: 'user.role',
  errors: ['mail_link_invalid'],
  body: z.strictObject({ token: mailTokenSchema, password: newPasswordSchema }),
  response: succeeded,
});

export const makeFirstAdministrator = defineCall({
  method: 'POST',
  path: '/api/auth/first-administrator',
  summary:
    'Make the first administrator, by the token of the link that the start of the product printed',
  access: 'anyone',
  limit: { cost: 20, rates: [perNetwork(30, 15 * MINUTE_MS)] },
  audit: 'user.role',
  errors: ['email_taken', 'mail_link_invalid'],
  body: z.strictObject({
    token: mailTokenSchema,
    name: nameSchema,
    email: emailSchema,
    password: newPasswordSchema,
  }),
  response: succeeded,
});
