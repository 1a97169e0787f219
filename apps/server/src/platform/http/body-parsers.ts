import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError } from './errors.ts';

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/** Whether the header names no charset, or UTF-8, which RFC 8259 requires of JSON. */
const isReadable = ({ headers }: FastifyRequest): boolean =>
  /^utf-?8$/i.test(CHARSET.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8');

const unreadable = (message: string): CallError =>
  new CallError('malformed_request', { fields: { body: { code: 'invalid_format', message } } });

/** By its headers alone, because the parser of other types reads nothing. */
const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Reads the bodies of calls: JSON in UTF-8 and nothing else. Fastify's own parsers reject an empty
 * body, and replace bytes that are not UTF-8 by U+FFFD, which destroys texts without an error. An
 * empty body is no body, whatever its type: the call decides whether it needs one.
 */
export const registerBodyParsers = (app: FastifyInstance): void => {
  // Fastify's rejects keys that would change a prototype.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      if (bytes.length === 0) return done(null, undefined);
      if (!isReadable(request)) return done(new CallError('unsupported_media_type'), undefined);
      if (!isUtf8(bytes)) return done(unreadable('Expected UTF-8'), undefined);
      return parseJson(request, bytes.toString('utf8'), (error, value) =>
        done(error === null ? null : unreadable('Expected JSON'), value),
      );
    },
  );
  app.addContentTypeParser('*', (request, _payload, done) =>
    // An unknown URL is not found, whatever is sent there.
    done(
      request.is404 || !hasBody(request) ? null : new CallError('unsupported_media_type'),
      undefined,
    ),
  );
};
