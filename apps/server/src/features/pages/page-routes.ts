import { readFile } from 'node:fs/promises';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dealIdSchema } from '@izgodno/contract/deals/deal';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { refuseUnknown } from '#platform/http/error-handler.ts';
import type { DealCatalogue } from '#ports/deal-catalogue.ts';
import { writeDealHead } from './deal-head.ts';
import { escapeHtml } from '#platform/http/escape-html.ts';
import { addSitemap } from './sitemap.ts';

export interface PagesOptions {
  /** Holds the built web application: `index.html` and `assets/`. */
  readonly folder: string;
  readonly siteName: string;
  /** Origin of the product. */
  readonly baseUrl: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly catalogue: DealCatalogue;
}

const answer = (reply: FastifyReply, html: string): FastifyReply =>
  reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(html);

/** What the page of a deal says of it stands in the place of these. */
const replaced = /<title>[^<]*<\/title>|<meta\s+name="description"[^>]*>/g;

const strip = (part: string): string => part.replaceAll(replaced, '');

/** The one page, cut where what is said of a deal goes. */
const cutTemplate = (page: string): { readonly before: string; readonly after: string } => {
  const place = Math.max(page.indexOf('<title>'), 0);
  return { before: strip(page.slice(0, place)), after: strip(page.slice(place)) };
};

/**
 * Serves the web application. Every path that is no file and no call answers with the one page; the
 * browser's router decides what it shows. On the page of a deal it also says what the deal is, for
 * those who run no script. Asset names carry a digest, so they may be kept for ever.
 */
export const registerPages = async (app: FastifyInstance, options: PagesOptions): Promise<void> => {
  const template = await readFile(path.join(options.folder, 'index.html'), 'utf8');
  const page = template.replaceAll('%SITE_NAME%', escapeHtml(options.siteName));
  const { before, after } = cutTemplate(page);

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

  const answerPage = (_: FastifyRequest, reply: FastifyReply): FastifyReply => answer(reply, page);

  addSitemap(app, options);

  app.get<{ Params: { id: string } }>(
    '/deals/:id',
    { schema: { hide: true } },
    async (request, reply) => {
      const id = dealIdSchema.safeParse(request.params.id);
      // The page opens whatever becomes of the database: it says itself what is the matter.
      const deals = await options.catalogue
        .read(id.success ? [Number(id.data)] : [])
        .catch((error: unknown) => {
          request.log.warn({ err: error }, 'a deal could not be read for its page');
          return null;
        });
      const [deal] = deals ?? [];
      if (deal !== undefined) return answer(reply, before + writeDealHead(deal, options) + after);
      return answer(reply.status(deals === null ? 200 : 404), page);
    },
  );

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
