import * as z from 'zod/mini';
import { moneySchema } from '../common/money.ts';
import { SLUG } from '../common/slug.ts';
import { categorySchema, conditionSchema, sourceGroupSchema } from '../deals/vocabulary.ts';

/** The id of a source, also in the `source` filter. */
export const sourceIdSchema = z
  .string()
  .check(z.regex(SLUG, 'Expected 1 to 64 of a-z, 0-9, ".", "_", "-"'));

/** The specification's status labels of the system, section 3. */
export const sourceStatuses = ['healthy', 'checking', 'degraded', 'error'] as const;
export const sourceStatusSchema = z.enum(sourceStatuses);
export type SourceStatus = z.infer<typeof sourceStatusSchema>;

export const runStatuses = ['running', 'succeeded', 'unchanged', 'failed', 'held_back'] as const;
export const runStatusSchema = z.enum(runStatuses);
export type RunStatus = z.infer<typeof runStatusSchema>;

const count = z.int().check(z.minimum(0));

/** One reading of a source. Counts are absent while it runs. */
export const sourceRunSchema = z.object({
  id: z.string(),
  status: runStatusSchema,
  /** ISO 8601. */
  startedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** Stable code of the error, and its details. */
  errorCode: z.nullable(z.string()),
  errorDetail: z.nullable(z.string()),
  counts: z.nullable(
    z.object({
      rows: count,
      inserted: count,
      updated: count,
      unchanged: count,
      removed: count,
      rejected: count,
      duplicates: count,
    }),
  ),
  /** Rejected rows by reason. */
  rejectedReasons: z.record(z.string(), count),
});
export type SourceRun = z.infer<typeof sourceRunSchema>;

export const sourceSchema = z.object({
  id: sourceIdSchema,
  name: z.string(),
  group: sourceGroupSchema,
  /** The connector that reads it. */
  kind: z.string(),
  status: sourceStatusSchema,
  /** The error: a stable code and details. Null for a healthy source. */
  reason: z.nullable(z.object({ code: z.string(), detail: z.string() })),
  paused: z.boolean(),
  everySeconds: z.int(),
  /** Its deals that are offered now. */
  deals: z.optional(count),
  /** When it was last read to its end. ISO 8601. */
  checkedAt: z.nullable(z.string()),
  /** Null while it is paused. ISO 8601. */
  nextRunAt: z.nullable(z.string()),
  lastRun: z.nullable(sourceRunSchema),
  /**
   * The latest run that read any rows; its counts and rejected rows are valid until the next such
   * run.
   */
  lastRead: z.nullable(sourceRunSchema),
});
export type Source = z.infer<typeof sourceSchema>;

/** The sources that are due and not read yet. */
export const sourceQueueSchema = z.object({
  waiting: count,
  /** When the one that waits for longest was due. ISO 8601; null if none waits. */
  since: z.nullable(z.string()),
});

export const rejectedRowSchema = z.object({
  /** The row's number in the source, from 1. */
  row: count,
  externalId: z.nullable(z.string()),
  reason: z.string(),
  /** The invalid text. */
  detail: z.string(),
});
export type RejectedRow = z.infer<typeof rejectedRowSchema>;

/** A feed's offer as it would become a deal. */
export const previewDealSchema = z.object({
  externalId: z.string(),
  title: z.string(),
  price: moneySchema,
  originalPrice: z.optional(moneySchema),
  category: categorySchema,
  /** The source's own category. */
  sourceCategory: z.optional(z.string()),
  condition: conditionSchema,
  link: z.string(),
  image: z.optional(z.string()),
});
export type PreviewDeal = z.infer<typeof previewDealSchema>;
