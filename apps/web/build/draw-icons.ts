import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/**
 * Draws the icons of the installed application from `public/favicon.svg`. Run it (`npm run icons -w
 * @izgodno/web`) when the logo changes, and commit its output.
 */

const publicFolder = path.join(import.meta.dirname, '../public');
/** The side length of the logo, in SVG units. */
const SIGN_SIDE = 32;
/**
 * Platforms crop icons to their own shapes. The central four fifths stay visible (W3C manifest,
 * "safe zone").
 */
const SAFE_SHARE = 0.8;

const sign = await readFile(path.join(publicFolder, 'favicon.svg'), 'utf8');

/** The logo on a full-bleed background, scaled to fit the safe zone. */
const toTheEdge = (share: number): string => {
  const inset = (SIGN_SIDE * (1 - share)) / 2;
  const colour = /fill="(#\w+)"/.exec(sign)?.[1];
  if (colour === undefined) throw new Error('The logo has no background');
  const content = sign.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIGN_SIDE} ${SIGN_SIDE}"><rect width="100%" height="100%" fill="${colour}"/><g transform="translate(${inset} ${inset}) scale(${share})">${content}</g></svg>`;
};

const icons = [
  { name: 'icon-192', size: 192, svg: sign },
  { name: 'icon-512', size: 512, svg: sign },
  { name: 'icon-maskable-512', size: 512, svg: toTheEdge(SAFE_SHARE) },
  // Apple rounds the corners itself and shows transparent areas as black.
  { name: 'apple-touch-icon', size: 180, svg: toTheEdge(1) },
];

await mkdir(path.join(publicFolder, 'icons'), { recursive: true });
for (const { name, size, svg } of icons) {
  const drawing = sharp(Buffer.from(svg), { density: (72 * size) / SIGN_SIDE });
  const bytes = await drawing.resize(size, size).png({ compressionLevel: 9 }).toBuffer();
  await writeFile(path.join(publicFolder, 'icons', `${name}.png`), bytes);
}
