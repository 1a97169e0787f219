import * as z from 'zod/mini';
import { localisedNameSchema } from '../common/localised-name.ts';
import {
  areaRanges,
  conditions,
  propertyOffers,
  roomCounts,
  sortOrderSchema,
} from '../deals/vocabulary.ts';
import { filterParameterNames } from './filters.ts';

/** A condition of the query that was left out or widened, because no deal meets all. */
const relaxedSchema = z.object({
  name: z.enum(['word', 'location', 'price', 'condition', 'inStock']),
  /** The word that was left out, or the id of the location. */
  value: z.optional(z.string()),
  /** The wider location that was searched. */
  to: z.optional(z.string()),
});
export type Relaxed = z.infer<typeof relaxedSchema>;

/** A part of the words that is understood and stays among them, because deals name it, too. */
const namedPartSchema = z.object({
  name: z.enum(['brand', 'rooms', 'size', 'kind', 'location']),
  /** As typed: without it, the words no longer name the part. */
  text: z.string(),
  /** Of a brand or rooms, the value of the filter; of a kind its id. */
  value: z.optional(z.string()),
  /** Of a kind its name; of a location what is typed, without a preposition. */
  label: z.optional(localisedNameSchema),
});
export type NamedPart = z.infer<typeof namedPartSchema>;

const someOf = <const Value extends string>(values: readonly Value[]) =>
  z.optional(z.array(z.enum(values)));

/** What was made of the text of a search. */
export const understoodSchema = z.object({
  /** The text without what became a filter or an order. */
  words: z.string(),
  /** As the parameters of the call, which take their place if they are sent. Amounts are euros. */
  filters: z.object({
    condition: someOf(conditions),
    /** Of brands and rooms, the words stay: these filters only narrow, and are left out without deals. */
    brand: z.optional(z.array(z.string())),
    rooms: someOf(roomCounts),
    /** Of homes. */
    offer: someOf(propertyOffers),
    /** Of homes and plots: the ranges that overlap with the areas asked for. */
    area: someOf(areaRanges),
    location: z.optional(z.array(z.string())),
    minPrice: z.optional(z.number()),
    maxPrice: z.optional(z.number()),
    inStock: z.optional(z.literal(true)),
    freeDelivery: z.optional(z.literal(true)),
    /** In percent. */
    minDiscount: z.optional(z.number()),
  }),
  named: z._default(z.array(namedPartSchema), []),
  /** The parameters that were sent in place of what the words ask for. */
  replaced: z._default(z.array(z.enum(filterParameterNames)), []),
  sort: z.optional(sortOrderSchema),
  /** The words that were searched in place of misspelt ones. */
  corrected: z.optional(z.string()),
  relaxed: z.array(relaxedSchema),
});
export type Understood = z.infer<typeof understoodSchema>;
