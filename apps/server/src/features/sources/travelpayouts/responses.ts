import * as z from 'zod/mini';
import { loose } from '../records/loose-values.ts';

/** The form of every response. With an error, `data` is `{}` or null. */
export const envelopeSchema = z.object({
  success: z.optional(z.unknown()),
  data: z.optional(z.unknown()),
  error: loose.text,
});

export const specialOfferSchema = z.object({
  title: loose.text,
  origin: loose.text,
  destination: loose.text,
  departure_at: loose.text,
  return_at: loose.text,
  airline: loose.text,
  price: loose.text,
  link: loose.text,
});
export type SpecialOffer = z.infer<typeof specialOfferSchema>;

export const latestPriceSchema = z.object({
  /** 0 economy, 1 business, 2 first. */
  trip_class: loose.number,
  origin: loose.text,
  destination: loose.text,
  depart_date: loose.text,
  return_date: loose.text,
  number_of_changes: loose.number,
  value: loose.text,
  found_at: loose.text,
  actual: z.optional(z.unknown()),
});
export type LatestPrice = z.infer<typeof latestPriceSchema>;

export const priceForDatesSchema = z.object({
  price: loose.text,
  departure_at: loose.text,
  return_at: loose.text,
});
