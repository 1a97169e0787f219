import * as z from 'zod/mini';
import { propertyOffers } from './vocabulary.ts';

/**
 * A day ("2027-02-10") or a moment with its zone ("2027-02-10T06:20:00+02:00"), as in the source.
 */
const dayOrMoment = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
);

/**
 * A journey or holiday at a price found at a certain time. Fields missing in the source are absent.
 */
export const fareDetailsSchema = z.object({
  kind: z.literal('fare'),
  type: z.enum(['flight', 'package', 'tour', 'hotel']),
  /** IATA codes of cities or airports. */
  origin: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  destination: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  departAt: z.optional(dayOrMoment),
  returnAt: z.optional(dayOrMoment),
  /** Whether the price includes the way back. */
  roundTrip: z.optional(z.boolean()),
  /** Changes of aircraft. */
  transfers: z.optional(z.int().check(z.minimum(0))),
  /** IATA code or name. */
  carrier: z.optional(z.string()),
  /** The class of the seat, as in the source: "economy". */
  cabin: z.optional(z.string()),
  /** The meals included, as in the source: "HB", "all inclusive". */
  board: z.optional(z.string()),
  /** The hotel's stars. */
  stars: z.optional(z.int().check(z.minimum(1), z.maximum(5))),
  /** When the source found the price. ISO 8601. */
  foundAt: z.optional(z.string()),
});
export type FareDetails = z.infer<typeof fareDetailsSchema>;

/** A home or plot. Fields missing in the source are absent. */
export const realEstateDetailsSchema = z.object({
  kind: z.literal('real-estate'),
  /** Square metres. */
  area: z.optional(z.number().check(z.positive())),
  rooms: z.optional(z.int().check(z.positive())),
  /** As in the source: "3", "партер", "последен". */
  floor: z.optional(z.string()),
  /** "тухла", "панел", "ЕПК". */
  buildType: z.optional(z.string()),
  /** The quarter of the town, as in the source. */
  district: z.optional(z.string()),
  /** When it was built. */
  year: z.optional(z.int().check(z.minimum(1800), z.maximum(2100))),
  /** Whether the price is a month's rent or the price of the property. */
  offer: z.optional(z.enum(propertyOffers)),
});
export type RealEstateDetails = z.infer<typeof realEstateDetailsSchema>;

/** Data of one kind of deal. */
export const dealDetailsSchema = z.discriminatedUnion('kind', [
  fareDetailsSchema,
  realEstateDetailsSchema,
]);
export type DealDetails = z.infer<typeof dealDetailsSchema>;
