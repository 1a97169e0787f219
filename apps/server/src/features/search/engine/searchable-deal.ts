// The full form of zod compiles its checks, because all deals pass here.
import * as z from 'zod';
import {
  categorySchema,
  areaRanges,
  conditionSchema,
  propertyOffers,
  roomCounts,
  sourceGroupSchema,
} from '@izgodno/contract/deals/vocabulary';
import { everyByte } from './index/filter-columns.ts';

/** The searched data of a deal. */
export const searchableDealSchema = z.object({
  id: z.int(),
  version: z.int(),
  title: z.string(),
  description: z.string(),
  /** As the source spells it. */
  brandName: z.nullable(z.string()),
  /** The brand's slug. */
  brand: z.nullable(z.string()),
  /** The id of its kind of product; null if unknown. */
  kind: z.nullable(z.string()),
  /** Separated by commas. */
  tags: z.string(),
  category: categorySchema,
  condition: conditionSchema,
  source: z.string(),
  group: sourceGroupSchema,
  location: z.nullable(z.string()),
  offer: z.nullable(z.enum(propertyOffers)),
  rooms: z.nullable(z.enum(roomCounts)),
  area: z.nullable(z.enum(areaRanges)),
  /** Euro cents. */
  price: z.int(),
  /** With delivery, as far as that is known. Euro cents. */
  total: z.int(),
  ...everyByte(() => z.int()),
  inStock: z.boolean(),
  /** In steps; see `tieOf`. */
  popularity: z.int(),
  /** Microseconds since the epoch. */
  postedAt: z.int(),
});
export type SearchableDeal = z.infer<typeof searchableDealSchema>;
