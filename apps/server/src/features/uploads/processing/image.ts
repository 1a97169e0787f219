import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { variantSides, type FileVariant } from '@izgodno/contract/uploads/file';
import { loadSharp } from '#platform/load-sharp.ts';

/**
 * The largest number of pixels in all frames of an image: they fit into a few hundred megabytes of
 * memory.
 */
const MAX_PIXELS = 100_000_000;
/**
 * The same of AVIF: a camera's 50 megapixels. Its codec takes many times longer for a pixel than
 * others, a few kilobytes can state any number of pixels, and a limit of time does not interrupt it.
 */
const MAX_AVIF_PIXELS = 52_000_000;
/** The longest time of one step, in seconds: some times what the largest photo takes. */
const MAX_STEP_SECONDS = 30;
/** The longer side of the image a ThumbHash is made from, by its specification. */
const PLACEHOLDER_SIDE = 100;

export interface DecodedImage {
  /** The image upright and without metadata, in its original format. */
  readonly clean: Buffer;
  readonly width: number;
  readonly height: number;
  readonly variants: readonly { readonly name: FileVariant; readonly bytes: Buffer }[];
  /** ThumbHash, Base64. */
  readonly placeholder: string;
}

/** Thrown for a file that cannot be read as an image, has too many pixels or takes too long. */
export class UnreadableImageError extends Error {
  override readonly name = 'UnreadableImageError';
}

const encodeClean = (image: Sharp, mediaType: string): Sharp => {
  switch (mediaType) {
    case 'image/jpeg':
      return image.jpeg({ quality: 90 });
    case 'image/png':
      return image.png();
    case 'image/webp':
      return image.webp({ quality: 90 });
    case 'image/gif':
      return image.gif();
    default:
      // More effort takes five times as long, for a file of the same size.
      return image.avif({ quality: 70, effort: 0 });
  }
};

/** Opens an image that is upright and takes a limited time. */
const openImage = async (bytes: Buffer, mediaType: string, animated: boolean): Promise<Sharp> => {
  const sharp = await loadSharp();
  return sharp(bytes, {
    limitInputPixels: mediaType === 'image/avif' ? MAX_AVIF_PIXELS : MAX_PIXELS,
    failOn: 'error',
    animated,
  })
    .timeout({ seconds: MAX_STEP_SECONDS })
    .autoOrient();
};

/** Makes the pixels that all variants are made of, because decoding the whole image takes longest. */
const shrink = async (bytes: Buffer, mediaType: string): Promise<Sharp> => {
  const sharp = await loadSharp();
  const image = await openImage(bytes, mediaType, false);
  const { data, info } = await image
    .resize(variantSides.medium, variantSides.medium, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info });
};

const makePlaceholder = async (shrunk: Sharp): Promise<string> => {
  const { data, info } = await shrunk
    .clone()
    .resize(PLACEHOLDER_SIDE, PLACEHOLDER_SIDE, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
};

const makeVariants = async (
  shrunk: Sharp,
  longerSide: number,
): Promise<DecodedImage['variants']> => {
  const variants: { name: FileVariant; bytes: Buffer }[] = [];
  for (const size of ['small', 'medium'] as const) {
    // A medium variant of a small image would equal the small one.
    if (size === 'medium' && longerSide <= variantSides.small) continue;
    const side = variantSides[size];
    const resized = shrunk.clone().resize(side, side, { fit: 'inside', withoutEnlargement: true });
    variants.push(
      {
        name: `${size}.avif`,
        bytes: await resized.clone().avif({ quality: 50, effort: 2 }).toBuffer(),
      },
      { name: `${size}.webp`, bytes: await resized.clone().webp({ quality: 75 }).toBuffer() },
    );
  }
  return variants;
};

/** Errors of libraries that lack memory or files, whatever the image is. */
const LACK =
  /out of memory|(?:insufficient|not enough) memory|failed to allocate|cannot allocate|memory allocation error(?!.*security limit)|too many open files|no space left/i;

/** What sharp says of a step that took too long. */
const TOO_LONG = /^timeout: /m;

/** Runs a step. Throws `UnreadableImageError` if `isUnreadable` says that the image is the cause. */
const runStep = async <Made>(
  step: Promise<Made>,
  isUnreadable: (message: string) => boolean,
): Promise<Made> => {
  try {
    return await step;
  } catch (cause) {
    if (!(cause instanceof Error) || !isUnreadable(cause.message)) throw cause;
    throw new UnreadableImageError('The picture cannot be read.', { cause });
  }
};

/** Decodes an image and encodes it without metadata. Throws `UnreadableImageError`. */
const makeClean = async (bytes: Buffer, mediaType: string) => {
  const animated = mediaType === 'image/gif' || mediaType === 'image/webp';
  const image = await openImage(bytes, mediaType, animated);
  return runStep(
    encodeClean(image.keepIccProfile(), mediaType).toBuffer({ resolveWithObject: true }),
    (message) => !LACK.test(message),
  );
};

/**
 * Removes metadata from an image and makes smaller variants. Throws `UnreadableImageError`; other
 * errors are not about the image, so that a later try may succeed.
 */
export const makeImage = async (bytes: Buffer, mediaType: string): Promise<DecodedImage> => {
  const { data: clean, info } = await makeClean(bytes, mediaType);
  const width = info.width;
  const height = info.pageHeight ?? info.height;
  const shrunk = await runStep(shrink(clean, mediaType), (message) => TOO_LONG.test(message));
  return {
    clean,
    width,
    height,
    variants: await makeVariants(shrunk, Math.max(width, height)),
    placeholder: await makePlaceholder(shrunk),
  };
};
