import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { Metadata } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chunkedFieldsSchema, type ChunkedFields } from '@izgodno/contract/uploads/multipart';
import { CallError } from '#platform/http/errors.ts';
import { parseFields } from '../read-form.ts';
import { tooLarge } from '../rejection.ts';

export const TUS_VERSION = '1.0.0';
/** The type of the bytes of a `PATCH`. */
export const BYTES_TYPE = 'application/offset+octet-stream';

const invalidHeader = (name: string, message: string): CallError =>
  new CallError('validation_failed', { fields: { [name]: { code: 'invalid_format', message } } });

/**
 * The headers of a request are read here, because the protocol's server does not name the one at
 * fault. Throws `precondition_failed` for another version of the protocol.
 */
export const requireVersion = ({ headers }: FastifyRequest, reply: FastifyReply): void => {
  if (headers['tus-resumable'] === TUS_VERSION) return;
  void reply.header('Tus-Version', TUS_VERSION);
  throw new CallError('precondition_failed');
};

/** Parses a header of bytes. Throws `validation_failed`. */
const parseBytes = (headers: IncomingHttpHeaders, name: string): number => {
  const given = headers[name.toLowerCase()];
  if (typeof given === 'string' && /^(?:0|[1-9]\d{0,14})$/.test(given)) return Number(given);
  throw invalidHeader(name, 'Expected a whole number of bytes');
};

/** Throws `unsupported_media_type` and `validation_failed` for a `PATCH` that sends no bytes. */
export const requireBytes = ({ headers }: FastifyRequest): void => {
  if (headers['content-type'] !== BYTES_TYPE) throw new CallError('unsupported_media_type');
  parseBytes(headers, 'Upload-Offset');
};

/** The size of a new upload. Throws if it is missing or not accepted. */
export const parseLength = ({ headers }: FastifyRequest, limit: number): number => {
  const length = parseBytes(headers, 'Upload-Length');
  if (length === 0) throw new CallError('file_empty');
  if (length > limit) throw tooLarge(length, limit);
  return length;
};

interface UploadMetadata {
  readonly name: string;
  readonly mediaType: string;
  readonly fields: ChunkedFields;
}

/** The library's parser, which would replace bytes that are not UTF-8. Null if the header is wrong. */
const parsePairs = (header: string): Readonly<Record<string, string | null>> | null => {
  const values = header.split(',').map((pair) => pair.split(' ')[1] ?? '');
  if (!values.every((value) => isUtf8(Buffer.from(value, 'base64')))) return null;
  try {
    return Metadata.parse(header);
  } catch {
    return null;
  }
};

/** Parses the declared properties of a resumable upload. Throws `validation_failed`. */
export const parseUploadMetadata = ({ headers }: FastifyRequest): UploadMetadata => {
  const header = headers['upload-metadata'];
  const pairs = typeof header === 'string' ? parsePairs(header) : null;
  if (pairs === null)
    throw invalidHeader('Upload-Metadata', 'Expected names, each with a value in Base64');
  const texts = Object.entries(pairs).map(([name, value]) => [name, value ?? ''] as const);
  const { filename = '', filetype = '', ...rest } = Object.fromEntries(texts);
  return { name: filename, mediaType: filetype, fields: parseFields(chunkedFieldsSchema, rest) };
};
