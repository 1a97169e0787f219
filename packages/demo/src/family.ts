import * as z from 'zod/mini';
import { categories, type Category } from '@izgodno/contract/deals/vocabulary';
import { once, readData } from './read-data.ts';

const texts = z.readonly(z.array(z.string()));

/**
 * Sentences in one language. `[a|b]` is a choice, `{name}` one of the family's facts or a word that
 * every deal has: `{brand}`, `{city}`, `{inCity}` (with its preposition).
 */
const wordingSchema = z.strictObject({ titles: texts, lines: texts, tags: texts });

/** What the thing ages like: decides which words tell its condition. Without one it is always new. */
export const wearSchema = z.enum(['device', 'fabric', 'furniture', 'vehicle', 'paper', 'object']);

/** Things or services of one kind, out of which deals are composed: one entry of `data/families/`. */
const familySchema = z.strictObject({
  key: z.string(),
  /** The name of its picture in `data/motifs/`. */
  motif: z.string(),
  /**
   * How a family is sold: by shops, by people as second-hand goods (`price` is then that of a piece in
   * good condition), by both, as a journey, or as real estate.
   */
  trade: z.enum(['shop', 'used', 'both', 'journey', 'property']),
  wear: z.optional(wearSchema),
  /** How many deals are made of it. */
  count: z.int(),
  /** Typical price in euros, before the facts' factors. */
  price: z.number(),
  /** Invented brands; left out where the thing has none. */
  brands: z.optional(texts),
  /** Each fact's possible values (`bg|en` where the languages differ) with their factor on the price. */
  facts: z.record(z.string(), z.record(z.string(), z.number())),
  /** Location ids, where not everywhere. */
  places: z.optional(texts),
  bg: wordingSchema,
  en: wordingSchema,
});

export type Trade = z.infer<typeof familySchema>['trade'];

export type Family = z.infer<typeof familySchema> & { readonly category: Category };

/** All families, by category in the order of the contract. */
export const families: () => readonly Family[] = once(() =>
  categories.flatMap((category) =>
    readData(`families/${category}.json`, z.array(familySchema)).map((family) =>
      Object.assign(family, { category }),
    ),
  ),
);
