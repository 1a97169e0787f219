import type { ErrorCode } from '../errors.ts';
import { isObject } from '../is-object.ts';
import {
  chunkedFieldsSchema,
  CHUNKED_UPLOAD_PATH,
  deviceInfoSchema,
  GENERIC_UPLOAD_PATH,
  RESUMABLE_UPLOAD_PATH,
  uploadPurposes,
  uploadRejectionSchema,
  uploadResponseSchema,
} from '../../uploads/multipart.ts';
import { fileVariants } from '../../uploads/file.ts';
import { writeRequestSchema, type JsonSchema } from './component-schemas.ts';
import { byStatus, titleOf, writeErrorResponse } from './error-responses.ts';

const security = [{ session: [] }, { apiKey: ['uploads:write'] }];

const codes = [
  'malformed_request',
  'validation_failed',
  'unauthenticated',
  'session_expired',
  'key_invalid',
  'forbidden',
  'key_scope_missing',
  'not_a_member',
  'quota_exceeded',
  'not_found',
  'request_timeout',
  'upload_conflict',
  'upload_superseded',
  'file_missing',
  'file_empty',
  'too_many_files',
  'upload_incomplete',
  'file_too_large',
  'file_type_refused',
  'unsupported_media_type',
  'rate_limited',
  'internal',
  'database_unavailable',
  'overloaded',
  'shutting_down',
  'storage_unavailable',
  'storage_full',
] as const satisfies readonly ErrorCode[];

const errorsOf = (possible: readonly ErrorCode[]): Record<string, JsonSchema> =>
  Object.fromEntries(
    byStatus(possible).map(([status, those]) => [
      status,
      writeErrorResponse(status, those, uploadRejectionSchema),
    ]),
  );

const binary = { type: 'string', format: 'binary' } as const;

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

const fileResponse = {
  description: 'The stored file.',
  content: json(writeRequestSchema(uploadResponseSchema)),
};

const formOf = (properties: JsonSchema, required: readonly string[]) => ({
  required: true,
  content: { 'multipart/form-data': { schema: { type: 'object', required, properties } } },
});

const text = { type: 'string' } as const;
const jsonText = (what: string) => ({ type: 'string', description: `JSON: ${what}` });

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: text,
});

const tusVersion = {
  name: 'Tus-Resumable',
  in: 'header',
  required: true,
  description: 'The version of the protocol.',
  schema: { type: 'string', const: '1.0.0' },
};

const fileId = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the file.',
  schema: { type: 'string', format: 'uuid' },
};

const tags = ['uploads'];

const fieldTexts = new Map([
  ['userId', 'The id of the caller.'],
  [
    'channelId',
    `The channel of the message; in place of one ${uploadPurposes.map((purpose) => `\`${purpose}\``).join(' or ')} for a file of a deal or a profile.`,
  ],
  [
    'messageId',
    'The id of the message, or the `clientId` that it will have; any text if there is no channel.',
  ],
  ['uploadId', 'The client’s own id of the upload. Sent again, it gets the same file.'],
  ['placeholderId', 'The placeholder of the message that this file fills.'],
]);

const describedFields = (): JsonSchema => {
  const { properties } = writeRequestSchema(chunkedFieldsSchema);
  return Object.fromEntries(
    Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => [
      name,
      { ...(isObject(schema) ? schema : {}), description: fieldTexts.get(name) },
    ]),
  );
};

const formPaths = (): Readonly<Record<string, JsonSchema>> => ({
  [CHUNKED_UPLOAD_PATH]: {
    post: {
      operationId: 'uploadFile',
      summary: 'Upload a file for a message, a deal or a profile in one streamed request',
      description: 'The fields of the form may come in any order.',
      tags,
      security,
      requestBody: formOf(
        {
          file: { ...binary, description: 'The content, with its name.' },
          ...describedFields(),
          voice: jsonText('length in milliseconds and waveform of a voice message'),
        },
        ['file', 'userId', 'channelId', 'messageId', 'uploadId'],
      ),
      responses: { 200: fileResponse, ...errorsOf(codes) },
    },
  },
  [GENERIC_UPLOAD_PATH]: {
    post: {
      operationId: 'uploadFromDevice',
      summary: 'Upload a file by the rules of a kind of device',
      description: 'Size and type are limited by the device that `deviceInfo` names.',
      tags,
      security,
      requestBody: formOf(
        {
          file: { ...binary, description: 'The content, with its name.' },
          deviceInfo: {
            ...jsonText('the device'),
            contentMediaType: 'application/json',
            contentSchema: writeRequestSchema(deviceInfoSchema),
          },
        },
        ['file', 'deviceInfo'],
      ),
      responses: { 200: fileResponse, ...errorsOf(codes) },
    },
  },
});

const position = {
  'Tus-Resumable': { schema: text, description: 'The version of the protocol.' },
  'Upload-Offset': { schema: { type: 'integer' }, description: 'Bytes that have arrived.' },
};

const resumableCodes: readonly ErrorCode[] = [
  ...codes,
  'limit_reached',
  'precondition_failed',
  'upload_offset_conflict',
  'upload_complete',
  'upload_expired',
  'not_implemented',
];

const beginUpload = (): JsonSchema => ({
  operationId: 'beginResumableUpload',
  summary: 'Begin a resumable upload (tus 1.0.0)',
  description:
    'No byte is sent yet; the type of the request is ignored. A wrong header is named in `details.fields`.',
  tags,
  security,
  parameters: [
    tusVersion,
    header('Upload-Length', 'Bytes of the file.'),
    header(
      'Upload-Metadata',
      `Names, each with a space and its value in Base64 of UTF-8, separated by commas: \`filename\` and \`filetype\` (the media type), and the fields of a streamed upload, ${Object.keys(
        describedFields(),
      )
        .map((name) => `\`${name}\``)
        .join(', ')}.`,
    ),
  ],
  responses: {
    201: {
      description: 'The upload has begun.',
      headers: {
        Location: {
          schema: text,
          description: 'Where the bytes go. Its last part is the id of the file.',
        },
      },
    },
    ...errorsOf(resumableCodes),
  },
});

const uploadPosition = (): JsonSchema => ({
  operationId: 'getResumableUpload',
  summary: 'How much of a resumable upload has arrived',
  description: 'Errors have no body, because the method is HEAD.',
  tags,
  security,
  responses: {
    200: { description: 'The position of the upload.', headers: position },
    ...Object.fromEntries(
      [401, 403, 404, 410, 412, 429].map((status) => [status, { description: titleOf(status) }]),
    ),
  },
});

const continueUpload = (): JsonSchema => ({
  operationId: 'continueResumableUpload',
  summary: 'Send the next bytes of a resumable upload',
  description: 'The bytes begin at `Upload-Offset`.',
  tags,
  security,
  parameters: [header('Upload-Offset', 'The position of the first byte sent.')],
  requestBody: {
    required: true,
    content: { 'application/offset+octet-stream': { schema: binary } },
  },
  responses: {
    204: {
      description: 'The bytes have arrived. With the last of them the upload is a file.',
      headers: position,
    },
    ...errorsOf(resumableCodes),
  },
});

const cancelUpload = (): JsonSchema => ({
  operationId: 'cancelResumableUpload',
  summary: 'Cancel a resumable upload',
  description: 'What has arrived is removed.',
  tags,
  security,
  responses: { 204: { description: 'The upload was removed.' }, ...errorsOf(resumableCodes) },
});

const resumablePaths = (): Readonly<Record<string, JsonSchema>> => ({
  [RESUMABLE_UPLOAD_PATH]: { post: beginUpload() },
  [`${RESUMABLE_UPLOAD_PATH}/{id}`]: {
    parameters: [fileId, tusVersion],
    head: uploadPosition(),
    patch: continueUpload(),
    delete: cancelUpload(),
  },
});

const linkResponse = {
  description:
    'The content is in a bucket: read it there, within five minutes, and send no `Authorization`, which the bucket would reject.',
  headers: { Location: { schema: text, description: 'A signed link into the bucket.' } },
};

const readFile = (operationId: string, summary: string, isLinked: boolean) => ({
  operationId,
  summary,
  description:
    'Files of deals and profiles are for anyone, those of a channel for its members. Ranges and `If-None-Match` are supported.',
  tags,
  security: [{}, { session: [] }, { apiKey: ['uploads:read'] }],
  responses: {
    200: { description: 'The content.', content: { '*/*': { schema: binary } } },
    206: { description: 'The range.', content: { '*/*': { schema: binary } } },
    // Only the file itself can be in a bucket that browsers reach.
    ...(isLinked ? { 302: linkResponse } : {}),
    304: { description: 'The content is the one of `If-None-Match`.' },
    416: {
      description: 'The range begins after the end of the content.',
      headers: { 'Content-Range': { schema: text, description: 'The size: `bytes */SIZE`.' } },
    },
    ...Object.fromEntries(
      byStatus([
        'malformed_request',
        'unauthenticated',
        'session_expired',
        'key_invalid',
        'not_found',
        'file_not_ready',
        'file_refused',
        'rate_limited',
        'internal',
        'storage_unavailable',
      ]).map(([status, those]) => [status, writeErrorResponse(status, those)]),
    ),
  },
});

/** The calls whose requests or responses are bytes, not JSON. */
export const writeUploadPaths = (): Readonly<Record<string, JsonSchema>> => ({
  ...formPaths(),
  ...resumablePaths(),
  '/api/files/{id}': {
    parameters: [fileId],
    get: readFile('readFile', 'The content of a file', true),
  },
  '/api/files/{id}/{variant}': {
    parameters: [
      fileId,
      {
        name: 'variant',
        in: 'path',
        required: true,
        description: 'The size and format of the image.',
        schema: { type: 'string', enum: fileVariants },
      },
    ],
    get: readFile('readFileVariant', 'An image of a file in another size', false),
  },
});
