import * as z from 'zod/mini';
import type { Built } from '../replica/build-segments.ts';
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
