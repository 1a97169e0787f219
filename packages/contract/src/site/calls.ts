import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { HOUR_MS } from '../common/durations.ts';
import { perNetwork } from '../common/call-limit.ts';
import { languages } from '../common/language.ts';
import { linesOfText } from '../common/text.ts';
import { emailSchema, nameSchema } from '../accounts/session.ts';

export const CONTACT_TEXT = { minimum: 10, maximum: 4_000 } as const;
/** Messages that one network may send in an hour. */
export const CONTACTS_PER_HOUR = 5;

const succeeded = z.object({ success: z.literal(true) });

export const sendContact = defineCall({
  method: 'POST',
  path: '/api/contact',
  summary: 'Write to the people who run the site',
  access: 'anyone',
  limit: { cost: 10, rates: [perNetwork(CONTACTS_PER_HOUR, HOUR_MS)] },
  audit: false,
  body: z.strictObject({
    name: nameSchema,
    email: emailSchema,
    text: linesOfText(CONTACT_TEXT),
    /** Made by the sender, one for each message: a retry has the same, and sends nothing new. */
    clientId: z.optional(z.uuid()),
  }),
  response: succeeded,
});

/** The pages that the law asks for. */
export const legalPages = ['terms', 'privacy', 'imprint', 'cookies', 'accessibility'] as const;
export type LegalPage = (typeof legalPages)[number];

export const readLegalPage = defineCall({
  method: 'GET',
  path: '/api/legal/:page',
  summary:
    'A page that the law asks for, in Markdown: terms, privacy, imprint, cookies or accessibility',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  params: z.strictObject({ page: z.enum(legalPages) }),
  query: z.strictObject({ language: z.enum(languages) }),
  response: z.object({ success: z.literal(true), markdown: z.string() }),
});

export const readSite = defineCall({
  method: 'GET',
  path: '/api/site',
  summary: 'What the operator of the site has set for its content pages',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  response: z.object({
    success: z.literal(true),
    /** False without a mail server, because subscriptions cannot be confirmed. */
    newsletter: z.boolean(),
    socialLinks: z.readonly(z.array(z.url())),
  }),
});
