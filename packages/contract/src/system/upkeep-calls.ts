import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perAccount } from '../common/call-limit.ts';
import { MINUTE_MS } from '../common/durations.ts';

/** Where the value of a setting comes from: the variable, the file that `NAME_FILE` names, or nowhere. */
export const settingOrigins = ['environment', 'file', 'default'] as const;
export const settingOriginSchema = z.enum(settingOrigins);

export const settingInForceSchema = z.object({
  name: z.string(),
  /** Secrets and passwords are masked; null if there is neither a value nor a default. */
  value: z.nullable(z.string()),
  origin: settingOriginSchema,
});
export type SettingInForce = z.infer<typeof settingInForceSchema>;

export const listSettings = defineCall({
  method: 'GET',
  path: '/api/system/settings',
  summary: 'The settings that this node started with, and where each came from (administrators)',
  access: 'admin',
  limit: { cost: 2 },
  audit: false,
  response: z.object({ success: z.literal(true), settings: z.array(settingInForceSchema) }),
});

/** The number of failed jobs that a response lists; the newest come first. */
export const MAX_FAILED_JOBS = 100;

export const failedJobSchema = z.object({
  id: z.string(),
  /** The kind of job, such as `mail.send`. */
  kind: z.string(),
  /** ISO 8601. */
  failedAt: z.string(),
  attempts: z.int(),
  /** What the last attempt failed with, without secrets; in English, as the log has it. */
  error: z.string(),
});
export type FailedJob = z.infer<typeof failedJobSchema>;

export const listJobs = defineCall({
  method: 'GET',
  path: '/api/system/jobs',
  summary:
    'Background jobs by state, and those that failed for good, newest first (administrators)',
  access: 'admin',
  limit: { cost: 5 },
  audit: false,
  response: z.object({
    success: z.literal(true),
    /** Of all processes, up to 30 seconds old. */
    counts: z.object({ ready: z.int(), deferred: z.int(), active: z.int(), failed: z.int() }),
    failed: z.array(failedJobSchema),
  }),
});

export const retryJob = defineCall({
  method: 'POST',
  path: '/api/system/jobs/:id/retry',
  summary: 'Give a failed job one more attempt, at once (administrators)',
  access: 'admin',
  limit: { cost: 5, rates: [perAccount(120, MINUTE_MS)] },
  audit: 'job.retry',
  params: z.strictObject({ id: z.uuid() }),
  response: z.object({ success: z.literal(true) }),
});
