import { readdirSync } from 'node:fs';
import { once, readDataText } from '../read-data.ts';

export interface Motif {
  /** SVG elements on a canvas of 400 × 300 units; objects are placed on y = 240. */
  readonly shapes: string;
  /** A thing has a floor and a wall behind it; a place fills the image. */
  readonly kind: 'thing' | 'place';
}

const namesOf = (kind: Motif['kind']): readonly string[] =>
  readdirSync(new URL(`../../data/motifs/${kind}s`, import.meta.url)).flatMap((file) =>
    file.endsWith('.svg') ? file.slice(0, -'.svg'.length) : [],
  );

const readMotif = (name: string, kind: Motif['kind']): Motif => {
  const lines = readDataText(`motifs/${kind}s/${name}.svg`).trim().split('\n');
  // Between the opening and the closing tag of the file's own canvas.
  return { shapes: lines.slice(1, -1).join(''), kind };
};

/**
 * Every motif by its name, from `data/motifs/`. Classes of the elements are paints: `a`, `b`, `c` are
 * the palette's colours, the other fills are fixed (`d`ark, `l`ight, `w`hite, `g`lass, `k` shade,
 * `h`ighlight, `o`ak, `u`mber, `n` leaf, `m`oss, `q` water, `y`ellow); an `s` in front strokes instead.
 */
export const motifs: () => ReadonlyMap<string, Motif> = once(
  () =>
    new Map(
      (['thing', 'place'] as const).flatMap((kind) =>
        namesOf(kind).map((name): [string, Motif] => [name, readMotif(name, kind)]),
      ),
    ),
);
