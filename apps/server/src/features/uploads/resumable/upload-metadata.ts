import { isUtf8 } from 'node:buffer';
import { chunkedFieldsSchema, type ChunkedFields } from '@izgodno/contract/uploads/multipart';
import { CallError } from '#platform/http/errors.ts';
import { parseFields } from '../parse-fields.ts';

export interface UploadMetadata {
  readonly name: string;
  readonly mediaType: string;
  readonly fields: ChunkedFields;
}

/** Parses an `Upload-Metadata` header: names, each with a value in Base64 (tus 1.0.0, creation). */
const parsePairs = (header: string): Record<string, string> => {
  const pairs: Record<string, string> = Object.create(null);
  for (const pair of header.split(',')) {
    const [name = '', value = ''] = pair.trim().split(' ');
    const bytes = Buffer.from(value, 'base64');
    if (name === '' || !isUtf8(bytes)) throw new CallError('malformed_request');
    pairs[name] = bytes.toString('utf8');
  }
  return pairs;
};

/**
 * Parses the declared properties of a resumable upload. Throws `malformed_request`,
 * `validation_failed`.
 */
export const parseUploadMetadata = (header: string | undefined): UploadMetadata => {
  const { filename = '', filetype = '', ...pairs } = parsePairs(header ?? '');
  return { name: filename, mediaType: filetype, fields: parseFields(chunkedFieldsSchema, pairs) };
};
