import * as z from 'zod/mini';
import { DAY_MS } from '../common/durations.ts';
import { fieldFaultSchema } from '../common/errors.ts';
import { fileIdSchema, peaksSchema } from './file.ts';

/** The streamed upload (specification, section 7): multipart/form-data, fields in any order. */
export const CHUNKED_UPLOAD_PATH = '/api/storj/upload/chunked';
/** The generic, device-aware upload: multipart/form-data with `file` and `deviceInfo`. */
export const GENERIC_UPLOAD_PATH = '/api/upload';
/** Where resumable uploads begin (tus 1.0.0: creation, expiration, termination). */
export const RESUMABLE_UPLOAD_PATH = '/api/uploads/resumable';

/** Where an upload that goes to no channel goes, in place of a channel's id. */
export const uploadPurposes = ['deals', 'profile'] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

const id = z
  .string()
  .check(z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Expected an id'));

/** Length and shape of a recorded voice message, as its recorder measured them; what the server reads in the file takes precedence. */
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
 * The fields beside `file`. `voice` is JSON text. In a resumable upload the same names stand in
 * `Upload-Metadata`, beside `filename` and `filetype`.
 */
export const chunkedFieldsSchema = z.object({
  userId: id,
  /** A channel, or one of `uploadPurposes`. */
  channelId: id,
  /** The message's id, or the one the client made for it. */
  messageId: id,
  /** Names the upload: the same once more is answered with the same file. */
  uploadId: id,
  placeholderId: z.optional(id),
  voice: z.optional(jsonText(voiceSchema)),
});
export type ChunkedFields = z.infer<typeof chunkedFieldsSchema>;

/** `deviceInfo` of the generic upload (specification, section 3). */
export const deviceInfoSchema = z.looseObject({
  deviceId: z.optional(z.string()),
  type: z.enum(['mobile', 'tablet', 'desktop']),
  os: z.optional(z.string()),
  browser: z.optional(z.string()),
  /** What the device lets its person upload by this call. */
  capabilities: z.optional(
    z.looseObject({ maxMegabytes: z.number(), extensions: z.array(z.string()) }),
  ),
});
export type DeviceInfo = z.input<typeof deviceInfoSchema>;

export const genericFieldsSchema = z.object({
  deviceInfo: jsonText(deviceInfoSchema),
});

/** Codes of refusals, in `details.code`; `type` is the specification's word for them (section 8). */
export const uploadErrorTypes = ['file_too_large', 'upload_cancelled', 'upload_error'] as const;

export type UploadErrorType = (typeof uploadErrorTypes)[number];

/** What both multipart calls answer with 200. */
export const uploadAnswerSchema = z.object({
  success: z.literal(true),
  fileId: fileIdSchema,
  fileUrl: z.string(),
  originalName: z.string(),
  /** The name the object is kept under. */
  fileName: z.string(),
  filenameSanitized: z.string(),
  /** Bytes. */
  size: z.int(),
  mediaType: z.string(),
});
export type UploadAnswer = z.infer<typeof uploadAnswerSchema>;

/** What both multipart calls and `tus` answer otherwise. `error` is the specification's text. */
export const uploadRefusalSchema = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  type: z.enum(uploadErrorTypes),
  details: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.optional(z.record(z.string(), fieldFaultSchema)),
  }),
});
export type UploadRefusal = z.infer<typeof uploadRefusalSchema>;
