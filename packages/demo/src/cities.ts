import * as z from 'zod/mini';
import type { LocalisedName } from '@izgodno/contract/common/localised-name';
import { once, readData } from './read-data.ts';

const citySchema = z.strictObject({
  id: z.string(),
  name: z.strictObject({ bg: z.string(), en: z.string() }),
  /** The relative share of offers from here. */
  weight: z.number(),
  /** Its property prices relative to Plovdiv's. */
  propertyFactor: z.number(),
});
export type City = Readonly<z.infer<typeof citySchema>>;

/** The locations of demo offers: ids and names as in the `locations` table. */
export const cities: () => readonly City[] = once(() =>
  readData('cities.json', z.array(citySchema)),
);

/** Bulgarian doubles the preposition before в and ф: „във Варна". */
export const inCity = (name: LocalisedName): LocalisedName => ({
  bg: `${/^[вф]/iu.test(name.bg) ? 'във' : 'в'} ${name.bg}`,
  en: `in ${name.en}`,
});
