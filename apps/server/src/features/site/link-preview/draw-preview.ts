import { fileURLToPath } from 'node:url';
import type { OverlayOptions } from 'sharp';
import { cutText } from '#platform/cut-text.ts';
import { escapeHtml } from '#platform/http/escape-html.ts';
import { loadSharp } from '#platform/load-sharp.ts';

/** The size that chats and social networks ask for. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** What a link preview shows. */
export interface PreviewContent {
  readonly title: string;
  readonly price: string;
  /** What the price is worth, or that the deal is over; null if neither is known. */
  readonly note: string | null;
  readonly siteName: string;
  /** The bytes of an image in any format that sharp reads. */
  readonly image: Buffer | null;
}

// A machine may have no fonts, so the font comes with the product; it has Cyrillic letters.
const FONT = {
  name: 'Manrope ExtraBold',
  file: fileURLToPath(
    import.meta.resolve('@expo-google-fonts/manrope/800ExtraBold/Manrope_800ExtraBold.ttf'),
  ),
};

// The light theme (`tokens.css` of the web application).
const colours = {
  surface: '#ffffff',
  sunken: '#eaeeea',
  ink: '#0f1a13',
  muted: '#55625a',
  neon: '#39ff14',
  accent: '#0a6b22',
} as const;

const MAX_PIXELS = 50_000_000;
const MAX_DECODE_SECONDS = 5;
const IMAGE_WIDTH = 540;
const MARGIN = 64;
const TITLE_LENGTH = 90;
const NOTE_LENGTH = 60;

/** One line, without characters that the font lacks. */
const cut = (text: string, maxLength: number): string => {
  const line = text
    .replaceAll(/[\p{Extended_Pictographic}\p{Cc}\p{Cf}]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return line.length <= maxLength ? line : `${cutText(line, maxLength).trimEnd()}…`;
};

interface TextStyle {
  readonly size: number;
  readonly colour: string;
  readonly width: number;
  readonly maxHeight: number;
}

interface DrawnText {
  readonly input: Buffer;
  readonly height: number;
}

const drawText = async (
  text: string,
  { size, colour, width, maxHeight }: TextStyle,
): Promise<DrawnText | null> => {
  if (text === '') return null;
  const sharp = await loadSharp();
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escapeHtml(text)}</span>`,
      font: `${FONT.name} ${size}`,
      fontfile: FONT.file,
      rgba: true,
      dpi: 72,
      width,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  if (info.height <= maxHeight && info.width <= width) return { input: data, height: info.height };
  const height = Math.min(info.height, maxHeight);
  const input = await sharp(data)
    .extract({ left: 0, top: 0, width: Math.min(info.width, width), height })
    .png()
    .toBuffer();
  return { input, height };
};

/** The image as large as its half; null if it cannot be decoded. */
const drawImage = async (image: Buffer): Promise<Buffer | null> => {
  try {
    const sharp = await loadSharp();
    return await sharp(image, { limitInputPixels: MAX_PIXELS })
      .timeout({ seconds: MAX_DECODE_SECONDS })
      .autoOrient()
      .resize(IMAGE_WIDTH, PREVIEW_SIZE.height, { fit: 'cover' })
      .flatten({ background: colours.sunken })
      .png()
      .toBuffer();
  } catch {
    // A broken image of a shop is no reason to have no preview.
    return null;
  }
};

const background = (left: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_SIZE.width}" height="${PREVIEW_SIZE.height}">
      <rect width="100%" height="100%" fill="${colours.surface}"/>
      <rect x="${left}" y="${MARGIN}" width="72" height="12" rx="6" fill="${colours.neon}"/>
    </svg>`,
  );

/** Draws a link preview as PNG. */
export const drawPreview = async (content: PreviewContent): Promise<Buffer> => {
  const image = content.image === null ? null : await drawImage(content.image);
  const left = (image === null ? 0 : IMAGE_WIDTH) + MARGIN;
  const width = PREVIEW_SIZE.width - left - MARGIN;
  const { accent, ink, muted } = colours;
  const [title, price, note, site] = await Promise.all([
    drawText(cut(content.title, TITLE_LENGTH), { size: 42, colour: ink, width, maxHeight: 236 }),
    drawText(content.price, { size: 68, colour: ink, width, maxHeight: 90 }),
    drawText(cut(content.note ?? '', NOTE_LENGTH), {
      size: 30,
      colour: accent,
      width,
      maxHeight: 84,
    }),
    drawText(cut(content.siteName, NOTE_LENGTH), { size: 26, colour: muted, width, maxHeight: 34 }),
  ]);
  const layers: OverlayOptions[] = image === null ? [] : [{ input: image, left: 0, top: 0 }];
  let top = MARGIN + 44;
  for (const text of [title, price, note]) {
    if (text === null) continue;
    layers.push({ input: text.input, left, top });
    top += text.height + 28;
  }
  if (site !== null)
    layers.push({ input: site.input, left, top: PREVIEW_SIZE.height - MARGIN - site.height });
  const sharp = await loadSharp();
  return sharp(background(left)).composite(layers).png({ compressionLevel: 9 }).toBuffer();
};
