import * as z from 'zod/mini';
import { DAY_MS } from '../common/durations.ts';
import { fieldErrorSchema } from '../common/errors.ts';
import { fileIdSchema, peaksSchema } from './file.ts';
import { MAX_UPLOAD_ID_LENGTH } from './limits.ts';

/** The streamed upload (specification, section 7): multipart/form-data, fields in any order. */
export const CHUNKED_UPLOAD_PATH = '/api/storj/upload/chunked';
/** The generic, device-aware upload: multipart/form-data with `file` and `deviceInfo`. */
export const GENERIC_UPLOAD_PATH = '/api/upload';
/** The path of resumable uploads (tus 1.0.0: creation, expiration, termination). */
export const RESUMABLE_UPLOAD_PATH = '/api/uploads/resumable';

/** Targets of uploads that go to no channel, in place of a channel's id. */
export const uploadPurposes = ['deals', 'profile'] as const;

const id = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(MAX_UPLOAD_ID_LENGTH),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Expected an id'),
  );

/**
 * Length and waveform of a voice message as its recorder measured them; what the server reads from
 * the file takes precedence.
 */
export const voiceSchema = z.strictObject({
  /** Milliseconds. */
  durationMs: z.int().check(z.minimum(1), z.maximum(DAY_MS)),
  peaks: peaksSchema,
});
export type Voice = z.infer<typeof voiceSchema>;

const jsonText = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text, context): unknown => {
        try {
          return JSON.parse(text);
        } catch {
          context.issues.push({ code: 'custom', message: 'Expected JSON', input: text });
          return z.NEVER;
        }
      }),
    ),
    schema,
  );

/**
 * The fields next to `file`. `voice` is JSON text. A resumable upload has the same names in
 * `Upload-Metadata`, next to `filename` and `filetype`.
 */
export const chunkedFieldsSchema = z.object({
  userId: id,
  /** A channel, or one of `uploadPurposes`. */
  channelId: id,
  /** The message's id, or the client's id of it. */
  messageId: id,
  /** Identifies the upload: a repetition returns the same file. */
  uploadId: id,
  placeholderId: z.optional(id),
  voice: z.optional(jsonText(voiceSchema)),
});
export type ChunkedFields = z.infer<typeof chunkedFieldsSchema>;

/**
 * `deviceInfo` of the generic upload (specification, section 3), which does not say how a client
 * describes its device. Only the type decides.
 */
export const deviceInfoSchema = z.looseObject({
  deviceId: z.optional(z.unknown()),
  type: z.enum(['mobile', 'tablet', 'desktop']),
  os: z.optional(z.unknown()),
  browser: z.optional(z.unknown()),
  /** What the device lets its user upload by this call. */
  capabilities: z.optional(z.unknown()),
});
export type DeviceInfo = z.input<typeof deviceInfoSchema>;

export const genericFieldsSchema = z.object({
  deviceInfo: jsonText(deviceInfoSchema),
});

/** Error codes in `details.code`; `type` is the specification's word (section 8). */
export const uploadErrorTypes = ['file_too_large', 'upload_cancelled', 'upload_error'] as const;

export type UploadErrorType = (typeof uploadErrorTypes)[number];

/** The response of both multipart calls with status 200. */
export const uploadResponseSchema = z.object({
  success: z.literal(true),
  fileId: fileIdSchema,
  fileUrl: z.string(),
  originalName: z.string(),
  /** The object's name in the store. */
  fileName: z.string(),
  filenameSanitized: z.string(),
  /** Bytes. */
  size: z.int(),
  mediaType: z.string(),
});
export type UploadResponse = z.infer<typeof uploadResponseSchema>;

/** The part of the response that the specification names (section 3). */
export const plainUploadResponseSchema = z.partial(uploadResponseSchema, {
  fileId: true,
  originalName: true,
  fileName: true,
  filenameSanitized: true,
  size: true,
  mediaType: true,
});

/** An error response as the specification has it; ours has more. */
export const plainRejectionSchema = z.object({
  success: z.literal(false),
  error: z.string(),
  details: z.optional(z.object({ code: z.string() })),
});

/** The error response of both multipart calls and `tus`. `error` is the specification's text. */
export const uploadRejectionSchema = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  type: z.enum(uploadErrorTypes),
  details: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.record(z.string(), fieldErrorSchema)),
  }),
});
export type UploadRejection = z.infer<typeof uploadRejectionSchema>;
