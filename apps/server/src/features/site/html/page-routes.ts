import { readFile } from 'node:fs/promises';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { userIdSchema } from '@izgodno/contract/accounts/session';
import { expectShape, parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { getDeal } from '@izgodno/contract/deals/calls';
import { getSeller } from '@izgodno/contract/profiles/calls';
import { listDeals } from '@izgodno/contract/search/calls';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { rejectUnknown } from '#platform/http/error-handler.ts';
import { liesAmongCalls, liesUnder } from '#platform/http/matched-route.ts';
import { escapeHtml } from '#platform/http/escape-html.ts';
import { allowInline, type InlineDigests } from '#platform/http/security-headers.ts';
import type { DealResponses } from '#features/search/api.ts';
import { createFirstPages, loadFirstViews } from './first-pages.ts';
import { guessLanguage, writeAlternates } from './page-language.ts';
import { createPageWriter } from './page-template.ts';
import { addPlainTexts } from './plain-texts.ts';
import { addSitemap, sitemapPages } from './sitemap.ts';
import { addWebManifest } from './web-manifest.ts';
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

const patternsSchema = z.array(z.string());

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');

const isOfPattern = (pattern: readonly string[], given: readonly string[]): boolean =>
  given.length <= pattern.length &&
  pattern.every((part, place) => {
    const value = given[place];
    if (value === undefined) return part.endsWith('?');
    return part.startsWith(':') || part === value;
  });

/** Whether the browser has a page at this path. A trailing slash is ignored, as in the browser. */
type IsKnownPage = (path: string) => boolean;

/** Reads the paths of the pages that the build wrote; `:name?` is optional. */
const readKnownPages = async (folder: string): Promise<IsKnownPage> => {
  const text = await readFile(path.join(folder, '.vite', 'pages.json'), 'utf8');
  const patterns = expectShape(patternsSchema, JSON.parse(text)).map(partsOf);
  return (path) => {
    const given = partsOf(path);
    return patterns.some((pattern) => isOfPattern(pattern, given));
  };
};

const digest = (content: string): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/**
 * The digests of the page's inline style and script. Inline, they save a round trip before the
 * first view (docs/decisions/0024-reach.md).
 */
const digestInline = (page: string): InlineDigests => ({
  scripts: [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => digest(script)),
  styles: [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => digest(style)),
});

/** The costs of the calls whose responses these pages contain. */
const SEARCH_COST = listDeals.limit.cost;
const DEAL_COST = getDeal.limit.cost;

/** The form that posts a deal, as in the browser's routes. */
const POST_PATH = '/post';

export interface PagesOptions {
  /** The folder of the built web application: `index.html` and `assets/`. */
  readonly folder: string;
  readonly siteName: string;
  /** Origin of the product. */
  readonly baseUrl: string;
  /** The URL for reports of vulnerabilities; default the contact page. */
  readonly securityContact: string | undefined;
  readonly database: Database;
  readonly clock: Clock;
  readonly responses: DealResponses;
}

const respondWith = (inline: InlineDigests, reply: FastifyReply, html: string): FastifyReply =>
  reply
    .header('Cache-Control', 'no-cache')
    .header('Vary', 'Accept-Language')
    .header(
      'Content-Security-Policy',
      allowInline(String(reply.getHeader('Content-Security-Policy')), inline),
    )
    .type('text/html; charset=utf-8')
    .send(html);

const splitUrl = (url: string): { readonly path: string; readonly query: URLSearchParams } => {
  const [path = '', ...query] = url.split('?');
  return { path, query: new URLSearchParams(query.join('?')) };
};

/**
 * Whether the page of a seller has somebody to show. While the database is unavailable it may have: the
 * browser then shows the error.
 */
const isMember = async (
  database: Database,
  text: string,
  log: FastifyBaseLogger,
): Promise<boolean> => {
  const id = parseStorable(userIdSchema, text);
  if (!id.success) return false;
  try {
    const found = await database
      .selectFrom('users')
      .select('id')
      .where('id', '=', id.data)
      .executeTakeFirst();
    return found !== undefined;
  } catch (error) {
    log.warn({ err: error }, 'page sent without knowing its member');
    return true;
  }
};

/**
 * Serves the web application. Every path that is neither a file nor a call returns the one page,
 * with status 404 if the browser has no page at that path; the browser's router decides what it
 * shows. The most frequent first pages are preloaded with their content, and the page of a deal is
 * readable without scripts. Asset names contain a digest, so they are cacheable as immutable.
 */
export const registerPages = async (app: FastifyInstance, options: PagesOptions): Promise<void> => {
  const template = await readFile(path.join(options.folder, 'index.html'), 'utf8');
  const write = createPageWriter(template.replaceAll('%SITE_NAME%', escapeHtml(options.siteName)));
  const inline = digestInline(template);
  const respond = (reply: FastifyReply, html: string): FastifyReply =>
    respondWith(inline, reply, html);
  const isKnownPage = await readKnownPages(options.folder);
  const render = await loadFirstViews(options.folder);
  const firstPages = createFirstPages(options, render);

  await app.register(staticFiles, {
    root: options.folder,
    // What the build leaves for the server.
    dotfiles: 'ignore',
    index: false,
    wildcard: true,
    preCompressed: true,
    setHeaders: (response, file) => {
      // The file server declares the encoding of text/* only, and browsers would guess.
      if (file.endsWith('.svg')) response.header('Content-Type', 'image/svg+xml; charset=utf-8');
      const immutable = file.includes(`${path.sep}assets${path.sep}`);
      response.header(
        'Cache-Control',
        immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });

  const responsePage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { path, query } = splitUrl(request.url);
    const language = guessLanguage(query, request.headers);
    const page = path === POST_PATH ? 'post' : 'other';
    const isNotified = sitemapPages.some((page) => page === path);
    return respond(
      reply,
      write({
        language,
        head: isNotified ? `${writeAlternates(options.baseUrl, path)}\n    ` : '',
        ...render({ page }, language, options.siteName),
      }),
    );
  };

  addSitemap(app, options);
  addWebManifest(app, options.siteName);
  addPlainTexts(app, options);

  app.get(
    '/deals',
    { schema: { hide: true }, config: { limit: { cost: SEARCH_COST } } },
    async (request, reply) => {
      const { query } = splitUrl(request.url);
      const language = guessLanguage(query, request.headers);
      const first = await firstPages.deals(query, language, request.log);
      return first === null ? responsePage(request, reply) : respond(reply, write(first));
    },
  );

  app.get<{ Params: { id: string } }>(
    '/deals/:id',
    { schema: { hide: true }, config: { limit: { cost: DEAL_COST } } },
    async (request, reply) => {
      // The list, with a trailing slash.
      if (request.params.id === '') return responsePage(request, reply);
      const { query } = splitUrl(request.url);
      const language = guessLanguage(query, request.headers);
      const first = await firstPages.deal(request.params.id, query, language, request.log);
      if (first === 'not-found') reply.status(404);
      return typeof first === 'string'
        ? responsePage(request, reply)
        : respond(reply, write(first));
    },
  );

  app.get<{ Params: { id: string } }>(
    '/users/:id',
    { schema: { hide: true }, config: { limit: { cost: getSeller.limit.cost } } },
    async (request, reply) => {
      const { database } = options;
      if (!(await isMember(database, request.params.id, request.log))) reply.status(404);
      return responsePage(request, reply);
    },
  );

  // The file server would reject a folder before "not found" is handled.
  app.get('/', { schema: { hide: true } }, responsePage);
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !liesAmongCalls(request.url) &&
      !liesUnder('assets', request.url);
    if (!isPage) return rejectUnknown(request, reply);
    if (!isKnownPage(splitUrl(request.url).path)) reply.status(404);
    return responsePage(request, reply);
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
 * The URL to route by. A page's path with a stray percent sign, which the router would reject with
 * JSON, becomes a path that does not exist, so that the browser gets the application with its error
 * page.
 */
export const readableUrl = (url: string): string =>
  liesAmongCalls(url) || isReadable(splitUrl(url).path) ? url : '/unreadable-address';
