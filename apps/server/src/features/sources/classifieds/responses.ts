import * as z from 'zod/mini';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { loose, orNull } from '../records/loose-values.ts';

const named = orNull(z.object({ name: loose.text }));

const paramValueSchema = z.object({
  key: loose.text,
  label: loose.text,
  value: loose.text,
  type: loose.text,
  arranged: loose.flag,
  currency: loose.text,
  converted_value: loose.text,
  converted_currency: loose.text,
});
export type ParamValue = z.infer<typeof paramValueSchema>;

/** An unstructured value, such as "12 000". */
const paramValue = z.pipe(
  z.optional(z.unknown()),
  z.transform((given): ParamValue | null => {
    const isBare = typeof given === 'string' || typeof given === 'number';
    const value = isBare ? { key: given, label: given, value: given } : given;
    return parseUntrusted(paramValueSchema, value).data ?? null;
  }),
);

const paramSchema = z.object({
  key: loose.text,
  type: loose.text,
  value: paramValue,
});

const photoSchema = z.object({ link: loose.text, width: loose.number, height: loose.number });
export type Photo = z.infer<typeof photoSchema>;

const listOf = <Value>(schema: z.ZodMiniType<Value>) =>
  z.pipe(
    loose.list,
    z.transform((items): readonly Value[] =>
      items.flatMap((item) => parseUntrusted(schema, item).data ?? []),
    ),
  );

export const offerSchema = z.object({
  id: loose.text,
  url: loose.text,
  title: loose.text,
  description: loose.text,
  created_time: loose.text,
  last_refresh_time: loose.text,
  valid_to_time: loose.text,
  status: loose.text,
  offer_type: loose.text,
  business: loose.flag,
  params: listOf(paramSchema),
  user: named,
  location: orNull(z.object({ city: named, district: named, region: named })),
  photos: listOf(photoSchema),
  category: orNull(z.object({ id: loose.text, type: loose.text })),
});
export type ClassifiedOffer = z.infer<typeof offerSchema>;

/** Offers are not parsed here, so that an invalid one rejects only its own row. */
export const offerPageSchema = z.object({
  data: z.array(z.unknown()),
  metadata: orNull(z.object({ promoted: loose.list })),
  links: orNull(z.object({ next: orNull(z.object({ href: z.string() })) })),
});
export type OfferPage = z.infer<typeof offerPageSchema>;

export const offerDetailSchema = z.object({ data: z.unknown() });
