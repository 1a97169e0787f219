import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/**
 * Draws the icons of the installed application from the sign in `public/favicon.svg`: run it
 * (`npm run icons -w @izgodno/web`) when the sign changes, and commit what it writes.
 */

const publicFolder = path.join(import.meta.dirname, '../public');
/** The side of the sign's square, in its own units. */
const SIGN_SIDE = 32;
/** Platforms cut icons to shapes of their own: what is within four fifths of the side stays (W3C manifest, "safe zone"). */
const SAFE_SHARE = 0.8;

const sign = await readFile(path.join(publicFolder, 'favicon.svg'), 'utf8');

/** The sign on its colour to the very edge, as small as the safe zone wants it. */
const toTheEdge = (share: number): string => {
  const inset = (SIGN_SIDE * (1 - share)) / 2;
  const colour = /fill="(#\w+)"/.exec(sign)?.[1];
  if (colour === undefined) throw new Error('The sign has no ground');
  const content = sign.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIGN_SIDE} ${SIGN_SIDE}"><rect width="100%" height="100%" fill="${colour}"/><g transform="translate(${inset} ${inset}) scale(${share})">${content}</g></svg>`;
};

const icons = [
  { name: 'icon-192', size: 192, svg: sign },
  { name: 'icon-512', size: 512, svg: sign },
  { name: 'icon-maskable-512', size: 512, svg: toTheEdge(SAFE_SHARE) },
  // Apple rounds the corners itself, and shows black where there is nothing.
  { name: 'apple-touch-icon', size: 180, svg: toTheEdge(1) },
];

await mkdir(path.join(publicFolder, 'icons'), { recursive: true });
for (const { name, size, svg } of icons) {
  const drawing = sharp(Buffer.from(svg), { density: (72 * size) / SIGN_SIDE });
  const bytes = await drawing.resize(size, size).png({ compressionLevel: 9 }).toBuffer();
  await writeFile(path.join(publicFolder, 'icons', `${name}.png`), bytes);
}
