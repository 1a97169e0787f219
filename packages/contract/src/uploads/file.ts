import * as z from 'zod/mini';
import { parseResponse } from '../common/parse-untrusted.ts';
import { WAVEFORM_BARS } from './limits.ts';

/** UUIDv7 in canonical lower-case form. */
export const fileIdSchema = z.uuid({ version: 'v7' });

/** How a file can be displayed. `other` is for download only, whatever its type. */
export const fileKinds = ['image', 'video', 'audio', 'other'] as const;
export const fileKindSchema = z.enum(fileKinds);
export type FileKind = z.infer<typeof fileKindSchema>;

/**
 * `receiving`: incomplete. `processing`: complete, but not yet processed (virus scan, metadata,
 * thumbnails); reads of its URL wait. `ready`: can be read. `refused`: harmful or unreadable, and
 * removed.
 */
export const fileStatuses = ['receiving', 'processing', 'ready', 'refused'] as const;
export const fileStatusSchema = z.enum(fileStatuses);
export type FileStatus = z.infer<typeof fileStatusSchema>;

/** Smaller variants of an image, by the longer side in pixels, as AVIF or WebP. */
export const fileVariants = ['small.avif', 'small.webp', 'medium.avif', 'medium.webp'] as const;
export const fileVariantSchema = z.enum(fileVariants);
export type FileVariant = z.infer<typeof fileVariantSchema>;

/** The longer side of a variant in pixels. */
export const variantSides = { small: 320, medium: 1280 } as const;

/** The waveform of a recording: bars from 0 (silence) to 100. */
export const peaksSchema = z
  .array(z.int().check(z.minimum(0), z.maximum(100)))
  .check(z.minLength(1), z.maxLength(WAVEFORM_BARS));

/** A file for its readers. */
export const fileSchema = z.object({
  id: fileIdSchema,
  /** URL of the file itself, relative to the origin of the calls: `/api/files/:id`. */
  url: z.string(),
  name: z.string(),
  kind: fileKindSchema,
  mediaType: z.string(),
  /** Bytes. */
  size: z.int(),
  status: fileStatusSchema,
  /** Pixels, of images. */
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  /** URLs of the existing variants. */
  variants: z.partialRecord(fileVariantSchema, z.string()),
  /** ThumbHash of an image in Base64: a blurred image of some 25 bytes, shown while it loads. */
  placeholder: z.optional(z.string()),
  /** Milliseconds, for audio and video if known. */
  durationMs: z.optional(z.int()),
  peaks: z.optional(peaksSchema),
});
export type StoredFile = z.infer<typeof fileSchema>;

/** The URL of a file. */
export const fileUrl = (id: string): string => `/api/files/${id}`;

export const fileVariantUrl = (id: string, variant: FileVariant): string =>
  `${fileUrl(id)}/${variant}`;

const fileUrlPattern = /^(?:https?:\/\/[^/]+)?\/api\/files\/([0-9a-f-]{36})$/;

/** The id in a URL of `fileUrl`, with or without an origin; null for any other. */
export const fileIdOfUrl = (url: string): string | null => {
  const id = fileUrlPattern.exec(url)?.[1];
  return id !== undefined && parseResponse(fileIdSchema, id) !== undefined ? id : null;
};
