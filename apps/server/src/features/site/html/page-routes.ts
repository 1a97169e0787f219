import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FirstView } from '@izgodno/contract/site/first-view';
import { isChatPath } from '@izgodno/contract/site/chat-path';
import { OFFLINE_PATH } from '@izgodno/contract/site/offline-path';
import { POST_PATH } from '@izgodno/contract/site/post-path';
import { listDeals } from '@izgodno/contract/search/calls';
import type { GuardedFetch } from '#platform/http/guarded-fetch.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, DatabaseReads } from '#schema/schema.ts';
import { listOf } from '#platform/http/cursor-seal.ts';
import { rejectUnknown } from '#platform/http/error-handler.ts';
import { varyBy } from '#platform/http/cache-headers.ts';
import { liesAmongCalls, liesUnder } from '#platform/http/matched-route.ts';
import { escapeHtml } from '#platform/http/escape-html.ts';
import { allowInline, type InlineDigests } from '#platform/http/security-headers.ts';
import type { DealResponses } from '#features/search/api.ts';
import { addBuiltFiles, ASSETS } from './built-files.ts';
import { addFirstPages, type FirstPagesContext } from './first-page-routes.ts';
import { createFirstPages, loadFirstViews } from './first-pages.ts';
import { readPages, type KnownPage, type KnownPages } from './known-pages.ts';
import { guessLanguage, writeAlternates } from './page-language.ts';
import { createPageWriter, type PageParts } from './page-template.ts';
import { partsOf, splitUrl, withPath } from './page-url.ts';
import { addPlainTexts } from './plain-texts.ts';
import { addSitemap, sitemapPages } from './sitemap.ts';
import { addWebManifest } from './web-manifest.ts';
import { registerLinkPreviews } from '../link-preview/register-link-previews.ts';
import type { LegalPages } from '../legal/legal-pages.ts';
import { addDealFeeds, writeFeedLink } from '../feeds/deal-feeds.ts';

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
