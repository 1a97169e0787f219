import * as z from 'zod/mini';
import { wearSchema } from './family.ts';
import { once, readData } from './read-data.ts';

const lines = z.readonly(z.array(z.string()));
const inBothLanguages = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.strictObject({ bg: schema, en: schema });

/** Closing sentences of demo deals. */
const linesSchema = z.strictObject({
  /** Sellers' sentences about a second-hand product's condition. */
  condition: z.record(
    wearSchema,
    inBothLanguages(
      z.strictObject({ like_new: lines, good: lines, fair: lines, for_parts: lines }),
    ),
  ),
  /** The last sentence of an offer: handing over, delivery, guarantee or terms. */
  seller: z.record(z.enum(['shop', 'used', 'journey', 'property']), inBothLanguages(lines)),
  /** For second-hand products that were never used. */
  unused: inBothLanguages(lines),
  /** For new machines. */
  guarantee: inBothLanguages(lines),
  /** For other new products. */
  return: inBothLanguages(lines),
});

export const closingTexts = once(() => readData('lines.json', linesSchema));
