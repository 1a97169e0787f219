import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { userIdSchema } from '@izgodno/contract/accounts/session';
import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import { expectShape, parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { getDeal } from '@izgodno/contract/deals/calls';
import { getSeller } from '@izgodno/contract/profiles/calls';
import type { FirstView, MissingKind } from '@izgodno/contract/site/first-view';
import { isChatPath } from '@izgodno/contract/site/chat-path';
import { OFFLINE_PATH } from '@izgodno/contract/site/offline-path';
import { POST_PATH } from '@izgodno/contract/site/post-path';
import { PAGE_LIST, pageListSchema, type PageTitle } from '@izgodno/contract/site/page-list';
import { listDeals } from '@izgodno/contract/search/calls';
import { listPath, listPaths } from '@izgodno/contract/search/list-paths';
import type { GuardedFetch } from '#platform/http/guarded-fetch.ts';
import type { Clock } from '#platform/clock.ts';
import { logOutage } from '#platform/log-outage.ts';
import type { Database, DatabaseReads } from '#schema/schema.ts';
import { listOf } from '#platform/http/cursor-seal.ts';
import { rejectUnknown } from '#platform/http/error-handler.ts';
import { varyBy } from '#platform/http/cache-headers.ts';
import { isOfPattern, liesAmongCalls, liesUnder } from '#platform/http/matched-route.ts';
import { escapeHtml } from '#platform/http/escape-html.ts';
import { allowInline, type InlineDigests } from '#platform/http/security-headers.ts';
import type { DealResponses } from '#features/search/api.ts';
import { addBuiltFiles, ASSETS } from './built-files.ts';
import { createFirstPages, loadFirstViews } from './first-pages.ts';
import { resolveList } from './list-head.ts';
import { guessLanguage, writeAlternates } from './page-language.ts';
import { createPageWriter, type PageParts } from './page-template.ts';
import { addPlainTexts } from './plain-texts.ts';
import { addSitemap, sitemapPages } from './sitemap.ts';
import { addWebManifest } from './web-manifest.ts';
import { registerLinkPreviews } from '../link-preview/register-link-previews.ts';
import type { LegalPages } from '../legal/legal-pages.ts';
import { addDealFeeds, writeFeedLink } from '../feeds/deal-feeds.ts';
import { createHash } from 'node:crypto';

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');

/** A page of the browser; `found` is false for the one that says there is none. */
interface KnownPage {
  readonly found: boolean;
  /** Absent if the page names what it shows. */
  readonly title: PageTitle | undefined;
  readonly withoutSearch: boolean;
}

interface KnownPages {
  readonly notFound: KnownPage;
  /** The page at a path. Superfluous slashes are ignored, as in the browser. */
  readonly findPage: (path: string) => KnownPage;
}

/** Reads the list of pages that the build wrote; `:name?` is optional. */
const readPages = async (folder: string): Promise<KnownPages> => {
  const text = await readFile(path.join(folder, PAGE_LIST), 'utf8');
  const list = expectShape(pageListSchema, JSON.parse(text));
  const notFound: KnownPage = { found: false, title: list.notFound, withoutSearch: false };
  const known = list.pages.map(({ path, title, withoutSearch = false }) => ({
    pattern: partsOf(path),
    page: { found: true, title, withoutSearch },
  }));
  return {
    notFound,
    findPage: (path) => {
      const given = partsOf(path);
      return known.find(({ pattern }) => isOfPattern(pattern, given))?.page ?? notFound;
    },
  };
};

/** Reads a part of the build. One of another version lacks it, or has it in another form. */
const requireFitting = async <T>(reading: Promise<T>): Promise<T> => {
  try {
    return await reading;
  } catch (cause) {
    throw new Error('The built pages are of another version. Run "npm run build".', { cause });
  }
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

/** The last part of a path with an extension, such as `feed.xml`. */
const FILE_NAME = /\.[a-z][a-z0-9]{0,9}$/i;

export interface PagesOptions {
  /** The folder of the built web application: `index.html` and `assets/`. */
  readonly folder: string;
  readonly siteName: string;
  /** Origin of the product. */
  readonly baseUrl: string;
  /** The URL for reports of vulnerabilities; default the contact page. */
  readonly securityContact: string | undefined;
  readonly database: Database;
  readonly reads: DatabaseReads;
  readonly clock: Clock;
  readonly responses: DealResponses;
  /** For the pictures of shops in link previews. */
  readonly fetch: GuardedFetch;
  readonly legal: LegalPages;
}

const respondWith = (inline: InlineDigests, reply: FastifyReply, html: string): FastifyReply =>
  varyBy(reply, 'Accept-Language')
    .header('Cache-Control', 'no-cache')
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

/** A request may name a site, too, which is not to be led to. */
const withPath = (url: string, path: string): string => url.replace(/^[^?]*/, () => path);

/**
 * The name of a member, null if there is none. While the database is unavailable there may be one:
 * the browser then shows the error.
 */
const findMemberName = async (
  database: Database,
  text: string,
  log: FastifyBaseLogger,
): Promise<string | undefined | null> => {
  const id = parseStorable(userIdSchema, text);
  if (!id.success) return null;
  try {
    const found = await database
      .selectFrom('users')
      .select('name')
      .where('id', '=', id.data)
      .executeTakeFirst();
    return found === undefined ? null : withoutDirectionMarks(found.name);
  } catch (error) {
    logOutage(log, error, 'page sent without knowing its member');
    return undefined;
  }
};

/** What differs from the page that the path names. */
interface PageExceptions {
  /** What does not exist, although the path matches a page. */
  readonly missing?: MissingKind | undefined;
  readonly title?: string | undefined;
  /** The path of the feed of the page; by default the one of all deals. */
  readonly feed?: string;
}

interface FirstPagesContext extends PagesOptions {
  readonly findPage: KnownPages['findPage'];
  readonly firstPages: ReturnType<typeof createFirstPages>;
  readonly respond: (reply: FastifyReply, page: PageParts) => FastifyReply;
  readonly respondPage: (
    request: FastifyRequest,
    reply: FastifyReply,
    exceptions?: PageExceptions,
  ) => FastifyReply;
}

const missingIf = (first: 'not-found' | 'unavailable', kind: MissingKind): PageExceptions =>
  first === 'not-found' ? { missing: kind } : {};

/** The page of a deal. That of a removed one leads to what replaces it. */
const addDealPage = (
  app: FastifyInstance,
  { firstPages, respond, respondPage }: FirstPagesContext,
): void => {
  app.get<{ Params: { id: string } }>(
    '/deals/:id',
    { config: { limit: { cost: DEAL_COST } } },
    async (request, reply) => {
      // The list, with a trailing slash; the browser reads a search only at its own address.
      if (request.params.id === '') return reply.redirect(withPath(request.url, '/deals'), 301);
      const { query } = splitUrl(request.url);
      const language = guessLanguage(query, request.headers);
      const first = await firstPages.deal(request.params.id, query, language, request.log);
      if (typeof first === 'object' && 'movedTo' in first)
        return (
          reply
            // The removed deal may be offered again.
            .header('Cache-Control', 'no-cache')
            .redirect(withPath(request.url, first.movedTo), 301)
        );
      return typeof first === 'string'
        ? respondPage(request, reply, missingIf(first, 'deal'))
        : respond(reply, first);
    },
  );
};

/** The pages that are sent with their content, or with a status of their own. */
const addFirstPages = (app: FastifyInstance, context: FirstPagesContext): void => {
  const { database, findPage, firstPages, respond, respondPage } = context;
  // Redirects on the server for readers without scripts, and because `/deals` arrives with its content.
  for (const start of ['/', '/index.html'])
    app.get(start, (request, reply) =>
      reply.header('Cache-Control', 'no-cache').redirect(withPath(request.url, '/deals')),
    );

  app.get('/deals', { config: { limit: { cost: SEARCH_COST } } }, async (request, reply) => {
    const { query } = splitUrl(request.url);
    const language = guessLanguage(query, request.headers);
    const first = await firstPages.deals(query, language, request.log);
    return typeof first === 'string'
      ? respondPage(request, reply)
      : respond(reply, { ...first, title: findPage('/deals').title?.[language] });
  });

  for (const { filter, start } of listPaths) {
    app.get<{ Params: { value: string } }>(
      // A path with `.atom` is the feed of a list.
      `${start}:value(^(?:(?!\\.atom$).)+$)`,
      { config: { limit: { cost: SEARCH_COST } } },
      async (request, reply) => {
        const { query } = splitUrl(request.url);
        const language = guessLanguage(query, request.headers);
        const list = resolveList({ filter, value: request.params.value });
        if (list !== undefined && list.value !== request.params.value)
          return reply.redirect(withPath(request.url, listPath(list)), 301);
        const first =
          list === undefined
            ? 'not-found'
            : await firstPages.deals(query, language, request.log, list);
        return typeof first === 'string'
          ? respondPage(request, reply, missingIf(first, 'page'))
          : respond(reply, first);
      },
    );
  }

  addDealPage(app, context);

  app.get<{ Params: { id: string } }>(
    '/users/:id',
    { config: { limit: { cost: getSeller.limit.cost } } },
    async (request, reply) => {
      const { id } = request.params;
      const name = await findMemberName(database, id, request.log);
      return respondPage(
        request,
        reply,
        name === null ? { missing: 'page' } : { title: name, feed: `/users/${id}/deals.atom` },
      );
    },
  );
};

/** The head's links to both languages of a page, if it has them in the site map, and to its feed. */
const writeHead = (baseUrl: string, path: string, feed = '/deals.atom'): string =>
  [
    ...(sitemapPages.some((page) => page === path) ? [writeAlternates(baseUrl, path)] : []),
    writeFeedLink(feed),
    '',
  ].join('\n    ');

/** The first view of a page without content of its own. */
const viewAt = (path: string, html: string, { withoutSearch }: KnownPage): FirstView => {
  if (path === POST_PATH) return { page: 'post' };
  if (isChatPath(path)) return { page: 'chat' };
  if (path === OFFLINE_PATH) return { page: 'offline' };
  if (html !== '') return { page: 'text', html };
  return { page: withoutSearch ? 'form' : 'other' };
};

const withSiteName = (template: string, siteName: string): string =>
  template.replaceAll('%SITE_NAME%', () => escapeHtml(siteName));

/** The pages without a route of their own. */
const addOtherPages = (
  app: FastifyInstance,
  findPage: KnownPages['findPage'],
  respondPage: FirstPagesContext['respondPage'],
): void => {
  app.setNotFoundHandler((request, reply) => {
    const { path } = splitUrl(request.url);
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !liesAmongCalls(request.url) &&
      !liesUnder(ASSETS, request.url);
    // No page has a file's name: a missing picture or feed must not become a page.
    if (!isPage || FILE_NAME.test(path)) return rejectUnknown(request, reply);
    const plain = `/${partsOf(path).join('/')}`;
    return path === plain || !findPage(path).found
      ? respondPage(request, reply)
      : reply.redirect(withPath(request.url, plain), 301);
  });
};

/**
 * Serves the web application. Every path that is neither a file nor a call returns the one page,
 * with status 404 if the browser has no page at that path; the browser's router decides what it
 * shows. The most frequent first pages are preloaded with their content, and the page of a deal is
 * readable without scripts. Asset names contain a digest, so they are cacheable as immutable.
 */
export const registerPages = async (app: FastifyInstance, options: PagesOptions): Promise<void> => {
  const template = await readFile(path.join(options.folder, 'index.html'), 'utf8');
  const write = createPageWriter(withSiteName(template, options.siteName));
  const inline = digestInline(template);
  const respond = (reply: FastifyReply, page: PageParts): FastifyReply =>
    respondWith(inline, reply, write(page));
  const { findPage, notFound } = await requireFitting(readPages(options.folder));
  const render = await requireFitting(loadFirstViews(options.folder));

  await addBuiltFiles(app, options.folder);

  const respondPage: FirstPagesContext['respondPage'] = (request, reply, exceptions = {}) => {
    const { path, query } = splitUrl(request.url);
    const language = guessLanguage(query, request.headers);
    const known = exceptions.missing === undefined ? findPage(path) : notFound;
    if (!known.found) reply.status(404);
    const view: FirstView = known.found
      ? viewAt(path, options.legal.htmlAt(path, language), known)
      : { page: 'missing', of: exceptions.missing ?? 'page' };
    return respond(reply, {
      language,
      title: exceptions.title ?? known.title?.[language],
      head: writeHead(options.baseUrl, path, exceptions.feed),
      ...render(view, language, options.siteName, query),
    });
  };

  addSitemap(app, options);
  addWebManifest(app, options.siteName);
  addPlainTexts(app, options);
  addDealFeeds(app, options);
  registerLinkPreviews(app, options);

  addFirstPages(app, {
    ...options,
    findPage,
    firstPages: createFirstPages(
      {
        ...options,
        openCursor: (sealed) => app.cursorSeal.open(listOf(listDeals, undefined), sealed),
      },
      render,
    ),
    respond,
    respondPage,
  });

  addOtherPages(app, findPage, respondPage);
};

const isReadable = (url: string): boolean => {
  try {
    decodeURI(url);
    return true;
  } catch {
    return false;
  }
};

/** The site that a request to a proxy names (`GET http://example.com/deals`). */
const ORIGIN = /^https?:\/\/[^/?#]*\/?/i;

/**
 * The URL to route by: the path, also of a request that names a site. A page's path with a stray
 * percent sign, which the router would reject with JSON, becomes a path that does not exist, so that
 * the browser gets the application with its error page.
 */
export const readableUrl = (requested: string): string => {
  const url = requested.replace(ORIGIN, '/');
  return liesAmongCalls(url) || isReadable(splitUrl(url).path) ? url : '/unreadable-address';
};
