import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { cursorSchema } from '../common/page.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { perAccount } from '../common/call-limit.ts';
import { wholeNumber } from '../common/query-values.ts';
import { fileIdSchema, fileSchema, fileStatusSchema } from './file.ts';

/** `chunked` is one streamed request; `resumable` is the tus protocol (tus.io, version 1.0.0). */
export const uploadMethods = ['chunked', 'resumable'] as const;
/** `spec` shows each phase for its time; `instant` leaves the decorative delays out. */
export const uploadPacings = ['spec', 'instant'] as const;

export const uploadConfigSchema = z.object({
  /** Bytes. */
  maxFileSize: z.int(),
  /** `maxFileSize` for people: `500 MB`, base 1024. */
  maxFileSizeString: z.string(),
  maxFiles: z.int(),
  /** Bytes. */
  chunkSize: z.int(),
  /** Milliseconds that one request may take. */
  requestTimeout: z.int(),
  uploadMethod: z.enum(uploadMethods),
  pacing: z.enum(uploadPacings),
  /** What is taken: media types such as `image/png`, or `image/*`. */
  allowedTypes: z.array(z.string()),
  /** Bytes that a person's files may take together; 0 is no limit. */
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
  response: z.object({ success: z.literal(true), config: uploadConfigSchema }),
});

/** One upload in the list of the person it belongs to. */
export const uploadSchema = z.object({
  fileId: fileIdSchema,
  /** As the upload named itself, where it did. */
  uploadId: z.nullable(z.string()),
  messageId: z.nullable(z.string()),
  channelId: z.nullable(z.string()),
  status: fileStatusSchema,
  /** Bytes that are kept for good; equal to `file.size` once the upload is complete. */
  receivedBytes: z.int(),
  /** Where the rest is to be sent (tus), for resumable uploads that are not complete. */
  resumeUrl: z.nullable(z.string()),
  /** When what is here is removed unless a message or deal holds it by then. ISO 8601. */
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
  params: z.strictObject({ id: fileIdSchema }),
  response: z.object({ success: z.literal(true) }),
});
