import * as z from 'zod/mini';
import { conditionSchema, sortOrderSchema } from '../deals/vocabulary.ts';

/** A condition of the query that was left out or widened, because no deal meets all. */
const relaxedSchema = z.object({
  name: z.enum(['word', 'location', 'price', 'condition', 'inStock']),
  /** The word that was left out, or the id of the location. */
  value: z.optional(z.string()),
  /** The wider location that was searched. */
  to: z.optional(z.string()),
});
export type Relaxed = z.infer<typeof relaxedSchema>;

/** What was made of the text of a search. */
export const understoodSchema = z.object({
  /** The text without what became a filter or an order. */
  words: z.string(),
  /** As the parameters of the call, which take their place if they are sent. Amounts are euros. */
  filters: z.object({
    condition: z.optional(z.array(conditionSchema)),
    location: z.optional(z.array(z.string())),
    minPrice: z.optional(z.number()),
    maxPrice: z.optional(z.number()),
    inStock: z.optional(z.literal(true)),
    /** In percent. */
    minDiscount: z.optional(z.number()),
  }),
  sort: z.optional(sortOrderSchema),
  /** The words that were searched in place of misspelt ones. */
  corrected: z.optional(z.string()),
  relaxed: z.array(relaxedSchema),
});
export type Understood = z.infer<typeof understoodSchema>;
