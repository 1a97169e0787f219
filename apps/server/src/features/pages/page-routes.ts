import { readFile } from 'node:fs/promises';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseUnknown } from '#platform/http/error-handler.ts';

export interface PagesOptions {
  /** Holds the built web application: `index.html` and `assets/`. */
  readonly folder: string;
  readonly siteName: string;
}

/**
 * Serves the web application. Every path that is no file and no call answers with the one page; the
 * browser's router decides what it shows. Asset names carry a digest, so they may be kept for ever.
 */
export const registerPages = async (app: FastifyInstance, options: PagesOptions): Promise<void> => {
  const template = await readFile(path.join(options.folder, 'index.html'), 'utf8');
  const page = template.replaceAll('%SITE_NAME%', escapeHtml(options.siteName));

  await app.register(staticFiles, {
    root: options.folder,
    index: false,
    wildcard: true,
    preCompressed: true,
    setHeaders: (response, file) => {
      const immutable = file.includes(`${path.sep}assets${path.sep}`);
      response.header(
        'Cache-Control',
        immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });

  const answerPage = (_: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(page);

  // Its folder would be refused by the file server before "not found" is asked.
  app.get('/', { schema: { hide: true } }, answerPage);
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/');
    return isPage ? answerPage(request, reply) : refuseUnknown(request, reply);
  });
};

const isReadable = (url: string): boolean => {
  try {
    decodeURI(url);
    return true;
  } catch {
    return false;
  }
};

/**
 * The address to route by. A page's address with a stray percent sign, which the router would refuse
 * with JSON, becomes one that nothing stands at: the browser gets the application, which says so.
 */
export const readableAddress = (url: string): string =>
  url.startsWith('/api/') || isReadable(url) ? url : '/unreadable-address';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
