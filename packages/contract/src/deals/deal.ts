import * as z from 'zod/mini';
import { localisedNameSchema } from '../common/localised-name.ts';
import { derivedMoneySchema, moneySchema } from '../common/money.ts';
import { areaPriceSchema } from './area-price.ts';
import { dealIdSchema } from './deal-id.ts';
import { dealDetailsSchema } from './details.ts';
import { priceAssessmentSchema } from './price-assessment.ts';
import {
  categorySchema,
  conditionSchema,
  dealStatusSchema,
  sourceGroupSchema,
} from './vocabulary.ts';

const deliveryFields = {
  /** The price of delivery in euro; absent if unknown. */
  delivery: z.optional(moneySchema),
  /** The most days that delivery takes. */
  deliveryDays: z.optional(z.int()),
  /** The price with delivery in euro, if that is known; of a deal with `offerCount` the lowest in stock. */
  total: z.optional(derivedMoneySchema),
};

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
  ...deliveryFields,
  inStock: z.boolean(),
  url: z.optional(z.string()),
  /** Whether purchases there pay us a commission. */
  commission: z.boolean(),
  /** ISO 8601. */
  checkedAt: z.optional(z.string()),
});
export type Offer = z.infer<typeof offerSchema>;

/** One choice of a product: a size, a colour, with its own price and availability. */
export const dealVariantSchema = z.object({
  /** The source's own id of the choice. */
  id: z.string(),
  size: z.optional(z.string()),
  colour: z.optional(z.string()),
  /** What distinguishes it otherwise: its pattern, material or title. */
  name: z.optional(z.string()),
  price: moneySchema,
  inStock: z.boolean(),
  url: z.optional(z.string()),
});
export type DealVariant = z.infer<typeof dealVariantSchema>;

/** The choices of a product in short, as cards show them: those in stock, or all if none is. */
export const choiceSummarySchema = z.object({
  count: z.int().check(z.positive()),
  /** What they differ in, if it is one thing. */
  kind: z.enum(['size', 'colour', 'choice']),
  /** Whether their prices differ; the deal's is then the lowest. */
  from: z.boolean(),
});
export type ChoiceSummary = z.infer<typeof choiceSummarySchema>;

export const dealSchema = z.object({
  id: dealIdSchema,
  title: z.string(),
  description: z.string(),
  /** Whether telephone numbers in its texts are masked; `getDealContact` has them. */
  masked: z.optional(z.literal(true)),
  media: z.array(mediaSchema),
  price: moneySchema,
  ...deliveryFields,
  originalPrice: z.optional(moneySchema),
  /**
   * Whole percent, 1 to 99, against `originalPrice`: then the lowest price that we observed in the
   * thirty days before the present one.
   */
  discountPercent: z.optional(z.int()),
  /** A former price that its seller claims, until we know thirty days of prices. */
  claim: z.optional(z.object({ price: derivedMoneySchema, by: z.string() })),
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
  /** The brand as the value of the filter, however it is spelt. Only for a single deal. */
  brandSlug: z.optional(z.string()),
  /** The product's global trade item number. Only for a single deal. */
  gtin: z.optional(z.string()),
  details: z.optional(dealDetailsSchema),
  /**
   * The number of sources that offer it, if there are several; `price` is then the lowest in stock.
   */
  offerCount: z.optional(z.int().check(z.minimum(2))),
  /** Those offers, the best first; only for a single deal. */
  offers: z.optional(z.array(offerSchema)),
  /**
   * The deal that lists show for all sources' offers of the product; absent if it is this one. Only
   * for a single deal.
   */
  representative: z.optional(z.string()),
  /** Of a product with several choices; absent in a response of an earlier release. */
  choices: z.optional(choiceSummarySchema),
  /** The choices of the product; `price` is the lowest in stock. Only for a single deal. */
  variants: z.optional(z.array(dealVariantSchema)),
  /** Absent in a response stored by an earlier release. */
  priceVerdict: z.optional(priceAssessmentSchema),
  /** Of a home or plot with a known area. Only for a single deal. */
  areaPrice: z.optional(areaPriceSchema),
  seller: z.optional(z.object({ id: z.string(), name: z.string() })),
  status: dealStatusSchema,
  inStock: z.boolean(),
  /** Average stars, 0 to 5, one decimal. */
  rating: z.optional(z.number()),
  views: z.int(),
  likes: z.int(),
  /** The number of comments; absent in a response stored by an earlier release. */
  comments: z.optional(z.int()),
  /** Degrees by hot and cold votes; absent in a response stored by an earlier release. */
  temperature: z.optional(z.int()),
  /** Only in the list of one's favourites; other responses are the same for all users. */
  favorite: z.optional(z.boolean()),
  /** ISO 8601. */
  postedAt: z.string(),
  /** When the offer was last seen at its source. ISO 8601. */
  checkedAt: z.optional(z.string()),
});
export type Deal = z.infer<typeof dealSchema>;
