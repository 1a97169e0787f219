import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { textRejectionSchema } from '../common/errors.ts';
import { cursorSchema } from '../common/page.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { perAccount } from '../common/call-limit.ts';
import { wholeNumber } from '../common/query-values.ts';
import { fileIdSchema, fileSchema, fileStatusSchema } from './file.ts';

/** `chunked` is one streamed request; `resumable` is the tus protocol (tus.io, version 1.0.0). */
export const uploadMethods = ['chunked', 'resumable'] as const;
/** `spec` shows each phase for its duration; `instant` leaves the decorative delays out. */
export const uploadPacings = ['spec', 'instant'] as const;

export const uploadConfigSchema = z.object({
  /** Bytes. */
  maxFileSize: z.int(),
  /** `maxFileSize` for display: `500 MB`, base 1024. */
  maxFileSizeString: z.string(),
  maxFiles: z.int(),
  /** Bytes. */
  chunkSize: z.int(),
  /** The timeout of one request in milliseconds. */
  requestTimeout: z.int(),
  uploadMethod: z.enum(uploadMethods),
  pacing: z.enum(uploadPacings),
  /** Accepted media types such as `image/png`, or `image/*`. */
  allowedTypes: z.array(z.string()),
  /** The quota of a user's files in bytes; 0 is no limit. */
  quota: z.int(),
});
export type UploadConfig = z.infer<typeof uploadConfigSchema>;

export const getUploadConfig = defineCall({
  method: 'GET',
  path: '/api/config/upload',
  summary: 'What may be uploaded, and how',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  scope: 'uploads:read',
  rejection: textRejectionSchema,
  // The specification names the first six fields; a server may lack the others, and name a method
  // of its own.
  response: z.object({
    success: z.literal(true),
    config: z.partial(z.extend(uploadConfigSchema, { uploadMethod: z.string() })),
  }),
});

/** One upload in its owner's list. */
export const uploadSchema = z.object({
  fileId: fileIdSchema,
  /** The upload's own id, if it has one. */
  uploadId: z.nullable(z.string()),
  messageId: z.nullable(z.string()),
  channelId: z.nullable(z.string()),
  status: fileStatusSchema,
  /** Bytes stored so far; equal to `file.size` once the upload is complete. */
  receivedBytes: z.int(),
  /** The URL for the rest (tus), for incomplete resumable uploads. */
  resumeUrl: z.nullable(z.string()),
  /** When it is removed unless a message or deal uses it by then. ISO 8601. */
  expiresAt: z.nullable(z.string()),
  /** ISO 8601. */
  createdAt: z.string(),
  file: fileSchema,
});
export type Upload = z.infer<typeof uploadSchema>;

export const listUploads = defineCall({
  method: 'GET',
  path: '/api/uploads',
  summary: "The person's own uploads, newest first, and how much room they take",
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'uploads:read',
  query: z.strictObject({
    limit: z._default(wholeNumber(1, 100), 24),
    cursor: z.optional(cursorSchema),
  }),
  response: z.object({
    success: z.literal(true),
    uploads: z.array(uploadSchema),
    nextCursor: z.nullable(z.string()),
    /** Bytes; a `quota` of 0 is no limit. */
    usage: z.object({ used: z.int(), quota: z.int() }),
  }),
});

export const getFileDetails = defineCall({
  method: 'GET',
  path: '/api/files/:id/details',
  summary: 'What is known of a file; waits some seconds for one that is still looked through',
  access: 'anyone',
  limit: { cost: 2 },
  audit: false,
  scope: 'uploads:read',
  params: z.strictObject({ id: fileIdSchema }),
  response: z.object({ success: z.literal(true), file: fileSchema }),
});

export const deleteFile = defineCall({
  method: 'DELETE',
  path: '/api/files/:id',
  summary: 'Remove an own file that nothing holds yet',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(120, MINUTE_MS)] },
  audit: false,
  scope: 'uploads:write',
  errors: ['file_in_use'],
  params: z.strictObject({ id: fileIdSchema }),
  response: z.object({ success: z.literal(true) }),
});
