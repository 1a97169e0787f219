import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { HOUR_MS, MINUTE_MS } from '../common/durations.ts';
import { perNetwork } from '../common/call-limit.ts';
import { languages } from '../common/language.ts';
import { emailSchema } from '../accounts/session.ts';

/** Subscriptions that one network may request in an hour, because each sends a mail. */
export const SUBSCRIPTIONS_PER_HOUR = 5;

const succeeded = z.object({ success: z.literal(true) });

export const subscribeNewsletter = defineCall({
  method: 'POST',
  path: '/api/newsletter',
  summary: 'Ask for the newsletter; a mail with a link to confirm it follows',
  access: 'anyone',
  limit: { cost: 10, rates: [perNetwork(SUBSCRIPTIONS_PER_HOUR, HOUR_MS)] },
  audit: false,
  errors: ['not_found'],
  body: z.strictObject({ email: emailSchema, language: z.enum(languages) }),
  response: succeeded,
});

const tokenSchema = z.string().check(z.regex(/^[\w-]{43}$/, 'Expected a token'));

export const confirmNewsletter = defineCall({
  method: 'POST',
  path: '/api/newsletter/confirm',
  summary: 'Confirm a subscription by the link of its mail',
  access: 'anyone',
  limit: { cost: 2, rates: [perNetwork(60, MINUTE_MS)] },
  audit: false,
  errors: ['not_found'],
  body: z.strictObject({ token: tokenSchema }),
  response: succeeded,
});

export const leaveNewsletter = defineCall({
  method: 'POST',
  path: '/api/newsletter/leave',
  summary: 'End a subscription by the link of its mail',
  access: 'anyone',
  limit: { cost: 2, rates: [perNetwork(60, MINUTE_MS)] },
  audit: false,
  errors: ['not_found'],
  body: z.strictObject({ token: tokenSchema }),
  response: succeeded,
});

export const unsubscribeNewsletter = defineCall({
  method: 'POST',
  path: '/api/newsletter/unsubscribe',
  summary: 'The same for mail programs, which put the token into the address (RFC 8058)',
  access: 'anyone',
  limit: { cost: 2, rates: [perNetwork(60, MINUTE_MS)] },
  audit: false,
  errors: ['not_found'],
  query: z.strictObject({ token: tokenSchema }),
  response: succeeded,
});
