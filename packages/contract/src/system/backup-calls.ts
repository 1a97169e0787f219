import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perAccount } from '../common/call-limit.ts';
import { HOUR_MS } from '../common/durations.ts';

export const backupIntervals = ['hour', 'day', 'week'] as const;

export const backupSchema = z.object({
  name: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
});

export const listBackups = defineCall({
  method: 'GET',
  path: '/api/system/backups',
  summary: 'The complete backups of BACKUP_TO, newest first (administrators)',
  access: 'admin',
  limit: { cost: 10 },
  audit: false,
  errors: ['storage_unavailable'],
  response: z.object({
    success: z.literal(true),
    /** Null if the site writes no backups by itself. */
    schedule: z.nullable(
      z.object({
        /** The value of BACKUP_TO. */
        target: z.string(),
        every: z.enum(backupIntervals),
        keep: z.int(),
        isEncrypted: z.boolean(),
      }),
    ),
    backups: z.array(backupSchema),
  }),
});

export const startBackup = defineCall({
  method: 'POST',
  path: '/api/system/backups',
  summary: 'Write a backup to BACKUP_TO in the background, at once (administrators)',
  access: 'admin',
  limit: { cost: 20, rates: [perAccount(12, HOUR_MS)] },
  audit: 'backup.start',
  response: z.object({
    success: z.literal(true),
    outcome: z.enum(['started', 'unconfigured']),
  }),
});
