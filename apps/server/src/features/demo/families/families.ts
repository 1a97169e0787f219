import type { Family } from '../family.ts';
import { automotive } from './automotive.ts';
import { clothing } from './clothing.ts';
import { electronics } from './electronics.ts';
import { furniture } from './furniture.ts';
import { homeGarden } from './home-garden.ts';
import { booksMedia, collectibles } from './leisure.ts';
import { other } from './other.ts';
import { photography } from './photography.ts';
import { musicInstruments, toysGames } from './play.ts';
import { property } from './property.ts';
import { sports } from './sports.ts';
import { travel } from './travel.ts';
import { food, healthBeauty } from './wellbeing.ts';
import { artCrafts, toolsHardware } from './workshop.ts';

/** All product families of the demo catalogue. */
export const families: readonly Family[] = [
  ...electronics,
  ...furniture,
  ...photography,
  ...clothing,
  ...homeGarden,
  ...sports,
  ...automotive,
  ...booksMedia,
  ...collectibles,
  ...healthBeauty,
  ...toolsHardware,
  ...toysGames,
  ...musicInstruments,
  ...artCrafts,
  ...travel,
  ...food,
  ...property,
  ...other,
];
