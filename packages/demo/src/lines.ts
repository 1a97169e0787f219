import * as z from 'zod/mini';
import { wearSchema } from './family.ts';
import { once, readData } from './read-data.ts';

const lines = z.readonly(z.array(z.string()));
const inBothLanguages = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.strictObject({ bg: schema, en: schema });

/** Closing sentences of demo deals. */
const linesSchema = z.strictObject({
  /** What sellers say of a second-hand thing's condition. */
  condition: z.record(
    wearSchema,
    inBothLanguages(
      z.strictObject({ like_new: lines, good: lines, fair: lines, for_parts: lines }),
    ),
  ),
  /** How an offer ends: what its seller says of handing over, delivery, guarantee or terms. */
  seller: z.record(z.enum(['shop', 'used', 'journey', 'property']), inBothLanguages(lines)),
  /** Of second-hand things that were never used. */
  unused: inBothLanguages(lines),
  /** Of new machines. */
  guarantee: inBothLanguages(lines),
  /** Of other new things. */
  return: inBothLanguages(lines),
});

export const closingTexts = once(() => readData('lines.json', linesSchema));
