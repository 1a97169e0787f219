import * as z from 'zod/mini';
import type { ForeignSegment } from '../index/renumber.ts';
import type { SharedRanges } from '../replica/id-ranges.ts';
import { listsSchema, valuesSchema } from './index-update.ts';

/** The options of a thread that builds segments. */
export interface BuilderOptions {
  readonly connectionString: string;
  readonly ranges: SharedRanges;
  readonly segmentSize: number;
}

export const builderOptionsSchema: z.ZodMiniType<BuilderOptions> = z.object({
  connectionString: z.string(),
  ranges: z.object({
    ranges: z.array(z.object({ after: z.int(), upTo: z.int() })),
    taken: z.instanceof(Int32Array),
  }),
  segmentSize: z.int(),
});

/** What such a thread sends. It sends a segment after the response to the former one. */
export interface Built {
  /** The number of deals read since the last message. */
  readonly count: number;
  /** The segment that is complete. */
  readonly segment: ForeignSegment | null;
}

export const builtSchema: z.ZodMiniType<Built> = z.object({
  count: z.int(),
  segment: z.nullable(
    z.object({
      isFirst: z.boolean(),
      values: valuesSchema,
      ...listsSchema.shape,
    }),
  ),
});
