import * as z from 'zod/mini';

/** Fewer offers than this have no usual price. */
export const FEWEST_COMPARED_HOMES = 5;
/** How long an offer counts after it was seen last, in days. */
export const COMPARED_HOME_DAYS = 90;

/** The price of a square metre of a home or plot, in euro cents. */
export const areaPriceSchema = z.object({
  amount: z.int(),
  /** Of the other offers of its kind; absent if there are too few. */
  median: z.optional(
    z.object({
      amount: z.int(),
      /** The number of these offers. */
      offers: z.int().check(z.minimum(FEWEST_COMPARED_HOMES)),
      /** Where they are: in the quarter that the details name, or in the town. */
      of: z.enum(['district', 'location']),
    }),
  ),
});
export type AreaPrice = z.infer<typeof areaPriceSchema>;
