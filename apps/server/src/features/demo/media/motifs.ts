import { electronicsMotifs } from './electronics-motifs.ts';
import { livingMotifs } from './living-motifs.ts';
import { makingMotifs } from './making-motifs.ts';
import { motionMotifs } from './motion-motifs.ts';
import { pantryMotifs } from './pantry-motifs.ts';
import { placeMotifs } from './place-motifs.ts';
import { wardrobeMotifs } from './wardrobe-motifs.ts';

const things = {
  ...electronicsMotifs,
  ...livingMotifs,
  ...makingMotifs,
  ...motionMotifs,
  ...pantryMotifs,
  ...wardrobeMotifs,
};

export type MotifName = keyof typeof things | keyof typeof placeMotifs;

export interface Motif {
  readonly shapes: readonly string[];
  /** A thing stands on a floor before a wall; a place is the picture itself. */
  readonly kind: 'thing' | 'place';
}

/** Every motif by its name. */
export const motifs: ReadonlyMap<string, Motif> = new Map([
  ...Object.entries(things).map(([name, shapes]): [string, Motif] => [
    name,
    { shapes, kind: 'thing' },
  ]),
  ...Object.entries(placeMotifs).map(([name, shapes]): [string, Motif] => [
    name,
    { shapes, kind: 'place' },
  ]),
]);
