import type { FastifyInstance } from 'fastify';

/**
 * Ignores form bodies on the routes of this instance, because the URL has all parameters. Mail
 * programs (RFC 8058) and plain pages send forms to stop mails.
 */
export const passOverForms = (app: FastifyInstance): void => {
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
    payload.resume();
    payload.on('end', () => done(null, undefined));
  });
};
