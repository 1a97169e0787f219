/**
 * Paints of the illustrations: `a`, `b`, `c` are the palette's colours, the other fills are fixed
 * (`d`ark, `l`ight, `w`hite, `g`lass, `k` shade, `h`ighlight, `o`ak, `u`mber, `n` leaf, `m`oss, `q` water, `y`ellow);
 * an `s` in front strokes in that colour instead.
 */
export type Paint =
  | 'a'
  | 'b'
  | 'c'
  | 'd'
  | 'l'
  | 'w'
  | 'g'
  | 'k'
  | 'h'
  | 'o'
  | 'u'
  | 'n'
  | 'm'
  | 'q'
  | 'y'
  | 'sa'
  | 'sb'
  | 'sc'
  | 'sd'
  | 'sw'
  | 'sg'
  | 'so';

/** Shapes on a canvas of 400 × 300 units; things stand on y = 240. */
export const rect = (
  paint: Paint,
  x: number,
  y: number,
  width: number,
  height: number,
  radius = 0,
): string =>
  `<rect class="${paint}" x="${x}" y="${y}" width="${width}" height="${height}"${radius === 0 ? '' : ` rx="${radius}"`}/>`;

export const circle = (paint: Paint, x: number, y: number, radius: number): string =>
  `<circle class="${paint}" cx="${x}" cy="${y}" r="${radius}"/>`;

export const ellipse = (paint: Paint, x: number, y: number, rx: number, ry: number): string =>
  `<ellipse class="${paint}" cx="${x}" cy="${y}" rx="${rx}" ry="${ry}"/>`;

export const path = (paint: Paint, d: string, strokeWidth?: number): string =>
  `<path class="${paint}" d="${d}"${strokeWidth === undefined ? '' : ` stroke-width="${strokeWidth}"`}/>`;

/** The shapes turned, moved or scaled together. */
export const group = (transform: string, ...shapes: readonly string[]): string =>
  `<g transform="${transform}">${shapes.join('')}</g>`;

/** The same shapes at several places, as x, y moves. */
export const repeat = (
  places: readonly (readonly [number, number])[],
  ...shapes: readonly string[]
): string => places.map(([x, y]) => group(`translate(${x} ${y})`, ...shapes)).join('');
