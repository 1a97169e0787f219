import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { varyBy } from './cache-headers.ts';

const DIGEST_LENGTH = 22;

/** Weak, because a proxy or `Content-Encoding` may change the bytes of the same content. */
const tagOf = (content: string | Buffer): string =>
  `W/"${hash('sha256', content, 'base64url').slice(0, DIGEST_LENGTH)}"`;

const withoutWeakness = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Whether `If-None-Match` names this content (RFC 9110, 13.1.2). */
const isKnown = (request: FastifyRequest, tag: string): boolean => {
  const named = request.headers['if-none-match'];
  if (named === undefined) return false;
  return (
    named.trim() === '*' ||
    named.split(',').some((one) => withoutWeakness(one) === withoutWeakness(tag))
  );
};

/**
 * Whether the client has content of exactly this date. A later date than that of the content does not
 * mean so, because the latest of its entries may have left; a tag is more exact (RFC 9110, 13.1.3).
 */
const hasDate = ({ headers }: FastifyRequest, reply: FastifyReply): boolean =>
  headers['if-none-match'] === undefined &&
  headers['if-modified-since'] !== undefined &&
  headers['if-modified-since'] === reply.getHeader('Last-Modified');

const isRead = ({ method, is404 }: FastifyRequest): boolean =>
  !is404 && (method === 'GET' || method === 'HEAD');

/** Marks the content with its tag. Returns no body, with 304, if the client has the content. */
const tagContent = (
  request: FastifyRequest,
  reply: FastifyReply,
  content: string | Buffer,
): string | Buffer | null => {
  const tag = tagOf(content);
  void reply.header('ETag', tag);
  if (!isKnown(request, tag) && !hasDate(request, reply)) return content;
  // A cache puts these headers on the content, which may be compressed and has another length.
  void varyBy(reply, 'Accept-Encoding').status(304).removeHeader('Content-Type');
  // Fastify measures the body of a response to HEAD, so that there must be one.
  return request.method === 'HEAD' ? '' : null;
};

/**
 * Every JSON or XML response to a read has the digest of its content as its tag, so that a client
 * that has the content receives 304 without a body. Files have tags of their own, and streams none.
 */
export const registerEntityTags = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const isContent = typeof payload === 'string' || Buffer.isBuffer(payload);
    const type = String(reply.getHeader('Content-Type'));
    return isContent &&
      isRead(request) &&
      reply.statusCode === 200 &&
      !reply.hasHeader('ETag') &&
      /\b(?:json|xml)\b/.test(type)
      ? tagContent(request, reply, payload)
      : payload;
  });
};
