import type { FastifyInstance } from 'fastify';

/**
 * Takes forms without reading them, for the routes of this instance: what counts is in the address.
 * Mail programs send one to stop mails (RFC 8058), as plain pages do.
 */
export const passOverForms = (app: FastifyInstance): void => {
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
    payload.resume();
    payload.on('end', () => done(null, undefined));
  });
};
