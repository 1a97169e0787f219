import type { FastifyInstance } from 'fastify';

/** In bytes. A form that stops mails has one field. */
const MAX_FORM_BYTES = 8 * 1024;

/**
 * Ignores form bodies on the routes of this instance, because the URL has all parameters. Mail
 * programs (RFC 8058) and plain pages send forms to stop mails.
 */
export const passOverForms = (app: FastifyInstance): void => {
  app.addContentTypeParser(
    ['multipart/form-data', 'application/x-www-form-urlencoded'],
    { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
    (_request, _bytes, done) => done(null, undefined),
  );
};
