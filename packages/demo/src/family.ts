import * as z from 'zod/mini';
import type { LanguageCode } from '@izgodno/contract/common/language';
import { categories, type Category } from '@izgodno/contract/deals/vocabulary';
import { once, readData } from './read-data.ts';

const texts = z.readonly(z.array(z.string()));

/**
 * Sentences in one language. `[a|b]` is a choice, `{name}` one of the family's facts or a word of
 * every deal: `{brand}`, `{city}`, `{inCity}` (with its preposition).
 */
const wordingSchema = z.strictObject({
  titles: texts,
  lines: texts,
  /** Lines that only the owner of a piece with a past can say. */
  used: z.optional(texts),
  tags: texts,
});

/**
 * How the product ages, which decides the words for its condition. Without it the product is always
 * new.
 */
export const wearSchema = z.enum(['device', 'fabric', 'furniture', 'vehicle', 'paper', 'object']);

/**
 * Products or services of one kind, from which deals are composed: one entry of `data/families/`.
 */
const familySchema = z.strictObject({
  key: z.string(),
  /** The name of its image in `data/motifs/`. */
  motif: z.string(),
  /**
   * How a family is sold: by shops, second-hand by people (`price` is then that of a piece in good
   * condition), by both, as a journey, or as real estate.
   */
  trade: z.enum(['shop', 'used', 'both', 'journey', 'property']),
  wear: z.optional(wearSchema),
  /** The number of its deals. */
  count: z.int(),
  /** Typical price in euros, before the facts' factors. */
  price: z.number(),
  /** Invented brands; absent if the product has none. */
  brands: z.optional(texts),
  /** Each fact's possible values (`bg|en` where the languages differ) with their factor on the price. */
  facts: z.record(z.string(), z.record(z.string(), z.number())),
  /** Location ids, if not all. */
  locations: z.optional(texts),
  bg: wordingSchema,
  en: wordingSchema,
});

export type Family = z.infer<typeof familySchema> & { readonly category: Category };

/** All families, by category in the order of the contract. */
export const families: () => readonly Family[] = once(() =>
  categories.flatMap((category) =>
    readData(`families/${category}.json`, z.array(familySchema)).map((family) =>
      Object.assign(family, { category }),
    ),
  ),
);

/** The word of a fact's value, which is `bg|en` where the languages differ. */
export const wordIn = (value: string, language: LanguageCode): string => {
  const [bg = value, en = bg] = value.split('|');
  return language === 'bg' ? bg : en;
};
