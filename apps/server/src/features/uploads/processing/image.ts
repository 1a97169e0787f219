import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { variantSides, type FileVariant } from '@izgodno/contract/uploads/file';

/**
 * The largest number of pixels in all frames of an image: they fit into a few hundred megabytes of
 * memory.
 */
const MAX_PIXELS = 100_000_000;
/** The longer side of the image a ThumbHash is made from, by its specification. */
const PLACEHOLDER_SIDE = 100;

// One thread, because thumbnails are made while users wait for calls.
sharp.concurrency(1);
sharp.cache(false);

export interface DecodedImage {
  /** The image upright and without metadata, in its original format. */
  readonly clean: Buffer;
  readonly width: number;
  readonly height: number;
  readonly variants: readonly { readonly name: FileVariant; readonly bytes: Buffer }[];
  /** ThumbHash, Base64. */
  readonly placeholder: string;
}

/** Thrown for a file that cannot be read as an image or has too many pixels. */
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
      return image.avif({ quality: 70, effort: 2 });
  }
};

const openImage = (bytes: Buffer, animated: boolean): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated }).autoOrient();

const makePlaceholder = async (bytes: Buffer): Promise<string> => {
  const { data, info } = await openImage(bytes, false)
    .resize(PLACEHOLDER_SIDE, PLACEHOLDER_SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
};

const makeVariants = async (
  bytes: Buffer,
  longerSide: number,
): Promise<DecodedImage['variants']> => {
  const variants: { name: FileVariant; bytes: Buffer }[] = [];
  for (const size of ['small', 'medium'] as const) {
    // A medium variant of a small image would equal the small one.
    if (size === 'medium' && longerSide <= variantSides.small) continue;
    const side = variantSides[size];
    const resized = openImage(bytes, false).resize(side, side, {
      fit: 'inside',
      withoutEnlargement: true,
    });
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

/** Decodes an image and encodes it without metadata. Throws `UnreadableImageError`. */
const makeClean = async (bytes: Buffer, mediaType: string) => {
  const animated = mediaType === 'image/gif' || mediaType === 'image/webp';
  const image = openImage(bytes, animated).keepIccProfile();
  try {
    return await encodeClean(image, mediaType).toBuffer({ resolveWithObject: true });
  } catch (cause) {
    if (!(cause instanceof Error) || LACK.test(cause.message)) throw cause;
    throw new UnreadableImageError('The picture cannot be read.', { cause });
  }
};

/**
 * Removes metadata from an image and makes smaller variants. Throws `UnreadableImageError`; other
 * errors are not about the image, so that a later try may succeed.
 */
export const makeImage = async (bytes: Buffer, mediaType: string): Promise<DecodedImage> => {
  const { data: clean, info } = await makeClean(bytes, mediaType);
  const width = info.width;
  const height = info.pageHeight ?? info.height;
  return {
    clean,
    width,
    height,
    variants: await makeVariants(clean, Math.max(width, height)),
    placeholder: await makePlaceholder(clean),
  };
};
