import * as z from 'zod/mini';

/** What a price is worth, by the prices that we observed ourselves. */
const priceAssessments = [
  'not_enough_history',
  'lowest',
  'was_less',
  'below_usual',
  'above_usual',
  'usual',
] as const;

export const priceAssessmentSchema = z.object({
  code: z.enum(priceAssessments),
  /** The days that were compared; for `was_less` the recent ones. */
  days: z.int().check(z.minimum(0)),
  /** By how much the price differs, in euro cents; for `was_less` and the two beside `usual`. */
  amount: z.optional(z.int().check(z.minimum(0))),
});
export type PriceAssessment = z.infer<typeof priceAssessmentSchema>;
