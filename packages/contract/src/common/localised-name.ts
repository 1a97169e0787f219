import * as z from 'zod/mini';

/** A name in both languages of the product. */
export const localisedNameSchema = z.object({ bg: z.string(), en: z.string() });
export type LocalisedName = z.infer<typeof localisedNameSchema>;
