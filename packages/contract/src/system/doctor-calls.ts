import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perAccount, perNetwork } from '../common/call-limit.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { knownEntries } from '../common/known-entries.ts';

/** What the doctor examines, in the order in which it reports. */
export const checkNames = [
  'port',
  'disk',
  'database',
  'bus',
  'files',
  'scanner',
  'mail',
  'proxy',
  'certificate',
  'clock',
  'backup',
  'index',
  'descriptors',
  'environment',
] as const;
export const checkNameSchema = z.enum(checkNames);
export type CheckName = z.infer<typeof checkNameSchema>;

/** `skipped`: the settings do not use the part, or it cannot be examined from here. */
export const checkStatuses = ['healthy', 'degraded', 'error', 'skipped'] as const;
export const checkStatusSchema = z.enum(checkStatuses);
export type CheckStatus = z.infer<typeof checkStatusSchema>;

const sentencesSchema = z.object({ en: z.string(), bg: z.string() });
/** Sentences in each language. */
export type Sentences = z.infer<typeof sentencesSchema>;

export const findingSchema = z.object({
  name: checkNameSchema,
  status: checkStatusSchema,
  /** What was found. Contains no secret. */
  found: sentencesSchema,
  /** How to mend it; null if nothing is to be mended. */
  mend: z.nullable(sentencesSchema),
});
export type Finding = z.infer<typeof findingSchema>;

export const examine = defineCall({
  method: 'GET',
  path: '/api/system/checks',
  summary:
    'The checks of `npm run doctor`, made by this node, each with how to mend it (administrators)',
  access: 'admin',
  limit: { cost: 50, rates: [perAccount(20, MINUTE_MS)] },
  audit: false,
  response: z.object({ success: z.literal(true), checks: knownEntries(findingSchema) }),
});

export const readConnection = defineCall({
  method: 'GET',
  path: '/api/connection',
  summary: "What the server sees of the caller's connection, to check a proxy in front",
  access: 'anyone',
  limit: { cost: 1, rates: [perNetwork(60, MINUTE_MS)] },
  audit: false,
  response: z.object({
    success: z.literal(true),
    /** The IP address that limits and the log use. */
    ip: z.string(),
    /** Whether the request had an `X-Forwarded-For` header. */
    forwarded: z.boolean(),
    /** Whether the header came from a proxy of `TRUST_PROXY`. */
    trusted: z.boolean(),
  }),
});
