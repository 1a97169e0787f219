import * as z from 'zod/mini';

/** A day ("2027-02-10") or a moment with its zone ("2027-02-10T06:20:00+02:00"), as the source says it. */
const dayOrMoment = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
);

/** A journey or holiday at a price seen at a certain time. Absent is what the source does not say. */
export const fareDetailsSchema = z.object({
  kind: z.literal('fare'),
  type: z.enum(['flight', 'package', 'tour', 'hotel']),
  /** IATA codes of cities or airports. */
  origin: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  destination: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  departAt: z.optional(dayOrMoment),
  returnAt: z.optional(dayOrMoment),
  /** Whether the price is for the way back too. */
  roundTrip: z.optional(z.boolean()),
  /** Changes of aircraft. */
  transfers: z.optional(z.int().check(z.minimum(0))),
  /** IATA code or name. */
  carrier: z.optional(z.string()),
  /** Of the seat, as the source words it: "economy". */
  cabin: z.optional(z.string()),
  /** What meals are in the price, as the source words it: "HB", "all inclusive". */
  board: z.optional(z.string()),
  /** Of the hotel. */
  stars: z.optional(z.int().check(z.minimum(1), z.maximum(5))),
  /** When the source saw the price. ISO 8601. */
  foundAt: z.optional(z.string()),
});
export type FareDetails = z.infer<typeof fareDetailsSchema>;

/** A home or plot. Absent is what the source does not say. */
export const realEstateDetailsSchema = z.object({
  kind: z.literal('real-estate'),
  /** Square metres. */
  area: z.optional(z.number().check(z.positive())),
  rooms: z.optional(z.int().check(z.positive())),
  /** As the source words it: "3", "партер", "последен". */
  floor: z.optional(z.string()),
  /** "тухла", "панел", "ЕПК". */
  buildType: z.optional(z.string()),
});
export type RealEstateDetails = z.infer<typeof realEstateDetailsSchema>;

/** What only deals of one kind have. */
export const dealDetailsSchema = z.discriminatedUnion('kind', [
  fareDetailsSchema,
  realEstateDetailsSchema,
]);
export type DealDetails = z.infer<typeof dealDetailsSchema>;
