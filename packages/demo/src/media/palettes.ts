import * as z from 'zod/mini';
import { once, readData } from '../read-data.ts';

const colour = z.string().check(z.regex(/^#[\da-f]{6}$/));
const paletteSchema = z.strictObject({
  /** Background from top to bottom. */
  sky: z.tuple([colour, colour]),
  /** The floor, and the large soft shape behind the object. */
  floor: colour,
  a: colour,
  b: colour,
  c: colour,
});
export type Palette = Readonly<z.infer<typeof paletteSchema>>;

export const palettes: () => readonly Palette[] = once(() =>
  readData('palettes.json', z.array(paletteSchema)),
);
