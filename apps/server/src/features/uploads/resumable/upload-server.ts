import { Server } from '@tus/server';
import { errorDefinitions, type ErrorCode } from '@izgodno/contract/common/errors';
import { CallError } from '#platform/http/errors.ts';
import { rejectionBody, STORE_RETRY_AFTER } from '../rejection.ts';

const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed_request',
  // The library's status for a missing header.
  403: 'malformed_request',
  404: 'not_found',
  409: 'upload_offset_conflict',
  410: 'upload_expired',
  412: 'precondition_failed',
  413: 'file_too_large',
  415: 'unsupported_media_type',
  501: 'not_implemented',
};

/** Our errors are JSON; the library's are lines of text. */
const isOurs = (body: string): boolean => body.startsWith('{');

/**
 * The protocol's server with errors in the form of the other uploads. The library's own texts
 * reveal internals, such as paths.
 */
export class UploadServer extends Server {
  override write(
    context: Parameters<Server['write']>[0],
    headers: Headers,
    status: number,
    body = '',
  ): ReturnType<Server['write']> {
    if (status < 400) return super.write(context, headers, status, body);
    headers.set('Content-Type', 'application/json; charset=utf-8');
    if (status === 503) headers.set('Retry-After', String(STORE_RETRY_AFTER));
    if (isOurs(body)) return super.write(context, headers, status, body);
    const code = codes[status] ?? 'internal';
    const rejection = JSON.stringify(rejectionBody(new CallError(code)));
    return super.write(context, headers, errorDefinitions[code].status, rejection);
  }
}
