import * as z from 'zod/mini';
import { ATTACHMENTS_LIMIT } from '@izgodno/contract/chat/limits';
import { uploadMethods, uploadPacings } from '@izgodno/contract/uploads/calls';
import {
  byteCount,
  choice,
  isUrlOf,
  settingDescriptions,
  text,
  wholeNumber,
  wordList,
} from './setting-kinds.ts';

const MEBIBYTE = 1024 ** 2;
const TEBIBYTE = 1024 ** 4;

/**
 * Images whose metadata can be removed, media that browsers play, and common documents. The last
 * one covers content without a signature (including HTML and SVG): for download only.
 */
const defaultTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'video/*',
  'audio/*',
  'text/plain',
  'text/csv',
  'application/pdf',
  'application/zip',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.*',
  'application/vnd.oasis.opendocument.*',
  'application/octet-stream',
].join(',');

/** A separate schema for each setting, because the registry has one description per schema. */
const credential = () => z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)));

/** Settings of uploads and their storage. */
export const uploadSettings = {
  UPLOAD_MAX_FILE_SIZE: byteCount('500MB', 1, TEBIBYTE).register(settingDescriptions, {
    expected: 'a size such as 500MB or 2GB',
    help: 'maximum size of a file',
    fallback: '500MB',
  }),
  UPLOAD_MAX_FILES: wholeNumber(ATTACHMENTS_LIMIT.default, 1, ATTACHMENTS_LIMIT.maximum).register(
    settingDescriptions,
    {
      expected: `a whole number from 1 to ${ATTACHMENTS_LIMIT.maximum}`,
      help: 'maximum of files per message',
      fallback: String(ATTACHMENTS_LIMIT.default),
    },
  ),
  UPLOAD_CHUNK_SIZE: byteCount('8MB', 5 * MEBIBYTE, 1024 * MEBIBYTE).register(settingDescriptions, {
    expected: 'a size from 5MB to 1GB',
    help: 'size of the parts sent to an S3 store; some 64 MB of all uploads together are in memory',
    fallback: '8MB',
  }),
  UPLOAD_REQUEST_TIMEOUT: wholeNumber(600_000, 1_000, 86_400_000).register(settingDescriptions, {
    expected: 'milliseconds from 1000 to 86400000',
    help: 'timeout of one upload in the browser',
    fallback: '600000',
  }),
  UPLOAD_METHOD: choice(uploadMethods, 'resumable').register(settingDescriptions, {
    expected: 'chunked or resumable',
    help: 'the tus protocol, which resumes after an interruption, or one streamed request per file',
    fallback: 'resumable',
  }),
  UPLOAD_PACING: choice(uploadPacings, 'spec').register(settingDescriptions, {
    expected: 'spec or instant',
    help: 'whether the upload manager shows each phase for its duration',
    fallback: 'spec',
  }),
  UPLOAD_QUOTA: byteCount('5GB', 0, 1024 * TEBIBYTE).register(settingDescriptions, {
    expected: 'a size such as 5GB, or 0',
    help: "storage limit of one user's files; 0 for no limit",
    fallback: '5GB',
  }),
  UPLOAD_TYPES: wordList(defaultTypes).register(settingDescriptions, {
    expected: 'media types such as image/png or video/*, separated by commas',
    help: 'accepted types of files, by their content; a star matches any subtype',
    fallback: 'pictures, video, audio, text, PDF, ZIP, office documents and what has no signature',
  }),
  S3_ENDPOINT: z
    .optional(z.string().check(z.refine((value) => isUrlOf(value, ['http:', 'https:']))))
    .register(settingDescriptions, {
      expected: 'a URL such as https://gateway.storjshare.io',
      help: "URL of the S3 service; Amazon's by default",
    }),
  S3_REGION: text('us-east-1', 1, 60).register(settingDescriptions, {
    expected: 'the name of a region',
    help: 'the region of the bucket',
    fallback: 'us-east-1',
  }),
  S3_BUCKET: z
    .optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)))
    .register(settingDescriptions, {
      expected: 'the name of a bucket',
      help: 'stores uploaded files in this bucket instead of the data folder',
    }),
  S3_ACCESS_KEY_ID: credential().register(settingDescriptions, {
    expected: 'an access key',
    help: 'the key id for the bucket',
  }),
  S3_SECRET_ACCESS_KEY: credential().register(settingDescriptions, {
    expected: 'a secret key',
    isSecret: true,
    help: 'the secret of S3_ACCESS_KEY_ID',
  }),
  S3_READS: z.optional(z.enum(['links', 'proxied'])).register(settingDescriptions, {
    expected: 'links or proxied',
    help: 'whether browsers read files from the S3 service by short-lived links, for which they must reach S3_ENDPOINT by https, or through the product',
    fallback: 'links, but proxied if S3_ENDPOINT is http',
  }),
  CLAMAV_SOCKET: z
    .optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)))
    .register(settingDescriptions, {
      expected: 'a path such as /run/clamav/clamd.ctl, or host:port',
      help: 'socket of the ClamAV daemon that scans uploaded files; its StreamMaxLength must be at least UPLOAD_MAX_FILE_SIZE, because larger files are removed',
    }),
};
