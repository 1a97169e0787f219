import * as z from 'zod/mini';
import { moneySchema } from '../common/money.ts';
import { dealDetailsSchema } from './details.ts';
import {
  categorySchema,
  conditionSchema,
  dealStatusSchema,
  sourceGroupSchema,
} from './vocabulary.ts';

/** Deal ids are positive integers below 2^53, written in decimal. */
export const dealIdSchema = z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'Expected a deal id'));

/** A name in both languages of the product. */
export const localisedNameSchema = z.object({ bg: z.string(), en: z.string() });
export type LocalisedName = z.infer<typeof localisedNameSchema>;

export const mediaSchema = z.object({
  url: z.string(),
  kind: z.enum(['image', 'video']),
  /** Pixels; absent if unknown. */
  width: z.optional(z.int()),
  height: z.optional(z.int()),
});
export type Media = z.infer<typeof mediaSchema>;

/** One source's offer of a product that several sources offer. */
export const offerSchema = z.object({
  dealId: dealIdSchema,
  source: z.object({ id: z.string(), name: z.string() }),
  /** The seller, if it is not the source itself. */
  merchant: z.optional(z.string()),
  price: moneySchema,
  inStock: z.boolean(),
  url: z.optional(z.string()),
  /** Whether purchases there pay us a commission. */
  commission: z.boolean(),
  /** ISO 8601. */
  checkedAt: z.optional(z.string()),
});
export type Offer = z.infer<typeof offerSchema>;

export const dealSchema = z.object({
  id: dealIdSchema,
  title: z.string(),
  description: z.string(),
  media: z.array(mediaSchema),
  price: moneySchema,
  originalPrice: z.optional(moneySchema),
  /** Whole percent, 1 to 99, against `originalPrice`. */
  discountPercent: z.optional(z.int()),
  category: categorySchema,
  condition: conditionSchema,
  location: z.optional(z.object({ id: z.string(), name: localisedNameSchema })),
  tags: z.array(z.string()),
  source: z.object({
    id: z.string(),
    name: z.string(),
    /** The names in both languages, if the source has them; `name` is then the English one. */
    names: z.optional(localisedNameSchema),
    group: sourceGroupSchema,
    /** True if purchases there pay us a commission; absent if not. */
    commission: z.optional(z.boolean()),
  }),
  /** The URL of the offer; absent for members' own posts. */
  url: z.optional(z.string()),
  merchant: z.optional(z.string()),
  brand: z.optional(z.string()),
  details: z.optional(dealDetailsSchema),
  /**
   * The number of sources that offer it, if there are several; `price` is then the lowest in stock.
   */
  offerCount: z.optional(z.int().check(z.minimum(2))),
  /** Those offers, the best first; only for a single deal. */
  offers: z.optional(z.array(offerSchema)),
  seller: z.optional(z.object({ id: z.string(), name: z.string() })),
  status: dealStatusSchema,
  inStock: z.boolean(),
  /** Average stars, 0 to 5, one decimal. */
  rating: z.optional(z.number()),
  views: z.int(),
  likes: z.int(),
  favorite: z.optional(z.boolean()),
  /** ISO 8601. */
  postedAt: z.string(),
  /** When the offer was last seen at its source. ISO 8601. */
  checkedAt: z.optional(z.string()),
});
export type Deal = z.infer<typeof dealSchema>;
