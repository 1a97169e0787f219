import * as z from 'zod/mini';
import { understoodSchema } from '../search/understood.ts';
import { localisedNameSchema } from '../common/localised-name.ts';
import { dealSchema } from './deal.ts';

export const DEAL_PAGE_LIMIT = { default: 24, maximum: 100 } as const;

export const facetNames = [
  'category',
  'source',
  'group',
  'condition',
  'brand',
  'location',
  'offer',
  'rooms',
  'area',
  'price',
] as const;
export type FacetName = (typeof facetNames)[number];

export const facetEntrySchema = z.object({
  /** The value to filter by; for `price` a range in major euro units: `20-50`, the last one `100000-`. */
  value: z.string(),
  count: z.int(),
  /** For values that are not in the reader's catalogue: sources, brands and locations. */
  label: z.optional(localisedNameSchema),
});
export type FacetEntry = z.infer<typeof facetEntrySchema>;

const facetSchema = z.readonly(z.array(facetEntrySchema));
/** Absent in a response of an earlier release. */
const newFacetSchema = z._default(facetSchema, []);

export const dealPageSchema = z.object({
  success: z.literal(true),
  items: z.array(dealSchema),
  total: z.int(),
  facets: z.object({
    category: facetSchema,
    source: facetSchema,
    group: facetSchema,
    condition: facetSchema,
    /** The chosen brands; with `brands` the most frequent ones, too. */
    brand: newFacetSchema,
    location: facetSchema,
    offer: newFacetSchema,
    rooms: newFacetSchema,
    area: newFacetSchema,
    price: facetSchema,
  }),
  nextCursor: z.nullable(z.string()),
  /** True while the search loads its index: totals and counts are then lower bounds. */
  partial: z.optional(z.boolean()),
  /** The corrected query, if nothing matched the words as typed. */
  correctedQuery: z.optional(z.string()),
  /** What was made of the text of a search; absent if it was searched as it is. */
  understood: z.optional(understoodSchema),
  /** The names of sources, brands and locations that the search names and no facet lists. */
  names: z.optional(z.record(z.string(), localisedNameSchema)),
  /**
   * Of a list of sources that is empty: how many offers they have in stock that lists leave out,
   * because other sources offer the same for the same price or less.
   */
  elsewhere: z.optional(z.int()),
  /** Names the search in reports of what was opened; absent if it is not logged. */
  searchId: z.optional(z.string()),
});
export type DealPage = z.infer<typeof dealPageSchema>;

/** The number of a user's own deals with each status. */
export const dealCountsByStatusSchema = z.object({
  active: z.int(),
  sold: z.int(),
  expired: z.int(),
  deleted: z.int(),
});
export type DealCountsByStatus = z.infer<typeof dealCountsByStatusSchema>;
