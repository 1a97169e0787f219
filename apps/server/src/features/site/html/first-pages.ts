import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { writeQuery } from '@izgodno/contract/common/client';
import { type LanguageCode, languages } from '@izgodno/contract/common/language';
import { expectShape, parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { dealListQuerySchema } from '@izgodno/contract/search/calls';
import { dealPageSchema } from '@izgodno/contract/deals/deal-page';
import { getDeal } from '@izgodno/contract/deals/calls';
import { dealIdSchema } from '@izgodno/contract/deals/deal-id';
import type { Deal } from '@izgodno/contract/deals/deal';
import {
  FIRST_VIEW_MODULE,
  type FirstViewModule,
  firstViewModuleSchema,
} from '@izgodno/contract/site/first-view';
import { parseDealSearch, withoutView } from '@izgodno/contract/search/deal-search';
import type { DealList } from '@izgodno/contract/search/list-paths';
import { logOutage } from '#platform/log-outage.ts';
import { withDeadline } from '#platform/with-deadline.ts';
import { CallError } from '#platform/http/errors.ts';
import type { DealResponses } from '#features/search/api.ts';
import { embedJson, writePreloadedResponse } from './preloaded-response.ts';
import { PREVIEW_SIZE } from '../link-preview/draw-preview.ts';
import { previewPath } from '../link-preview/register-link-previews.ts';
import { ownLanguageQuery, writeAlternates } from './page-language.ts';
import { readParameters, searchOf, withoutRejected } from './page-query.ts';
import { feedOfSearch, writeFeedLink } from '../feeds/deal-feeds.ts';
import { type HeadOptions, meta, writeCanonical } from './head-tags.ts';
import { writeBreadcrumbs, writeListHead, writeSearchHead } from './list-head.ts';
import type { PageParts } from './page-template.ts';
import { describeProduct, major, shorten } from './structured-data.ts';
import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import { escapeHtml } from '#platform/http/escape-html.ts';
import { showMoney } from '#platform/locale-format.ts';

const IMAGES = 6;

/** The language names of the Open Graph protocol. */
const locales = { en: 'en_IE', bg: 'bg_BG' } as const satisfies Record<LanguageCode, string>;

const imagesOf = (deal: Deal, baseUrl: string): readonly string[] =>
  deal.media
    .filter(({ kind }) => kind === 'image')
    .slice(0, IMAGES)
    .map(({ url }) => new URL(url, baseUrl).href);

interface DealPageUrl {
  readonly language: LanguageCode;
  /** The part of the page's own URL after its path. */
  readonly query: string;
  /** The name of its category's list. */
  readonly listName: string | undefined;
}

/** The metadata of a deal's page for search engines and link previews: title first. */
const writeDealHead = (
  deal: Deal,
  { language, query, listName }: DealPageUrl,
  options: HeadOptions,
): string => {
  const { baseUrl, siteName } = options;
  // Equal offers of several sources are one page for search engines.
  const path = `/deals/${deal.representative ?? deal.id}`;
  const url = `${baseUrl}${path}${query}`;
  const title = withoutDirectionMarks(deal.title);
  const description = shorten(
    `${showMoney(deal.price, language)} · ${deal.description || deal.title}`,
  );
  const images = imagesOf(deal, baseUrl);
  return [
    `<title>${escapeHtml(`${title} - ${siteName}`)}</title>`,
    meta('name', 'description', description),
    writeCanonical(url),
    writeAlternates(baseUrl, path),
    meta('property', 'og:type', 'product'),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:locale', locales[language]),
    ...languages
      .filter((code) => code !== language)
      .map((code) => meta('property', 'og:locale:alternate', locales[code])),
    meta('property', 'og:url', url),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:image', `${baseUrl}${previewPath(deal, language)}`),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', String(PREVIEW_SIZE.width)),
    meta('property', 'og:image:height', String(PREVIEW_SIZE.height)),
    meta('property', 'og:image:alt', title),
    ...images.map((image) => meta('property', 'og:image', image)),
    meta('property', 'product:price:amount', major(deal.price)),
    meta('property', 'product:price:currency', deal.price.currency),
    meta('name', 'twitter:card', 'summary_large_image'),
    `<script type="application/ld+json">${embedJson(JSON.stringify(describeProduct(deal, url, images)))}</script>`,
    ...(listName === undefined
      ? []
      : [writeBreadcrumbs(options, { filter: 'category', value: deal.category }, listName)]),
  ].join('\n    ');
};

/**
 * How long a page waits for its preloaded response, in milliseconds; later the browser requests it.
 */
const PATIENCE_MS = 1_000;

export interface FirstPagesOptions extends HeadOptions {
  readonly responses: DealResponses;
  /** The cursor of a list of deals as its call reads it. Throws for one of another list. */
  readonly openCursor: (sealed: string) => string;
}

/** The page is at another path now. */
interface MovedPage {
  readonly movedTo: string;
}

export interface FirstPages {
  /**
   * The list of deals, or one with a path of its own. What is invalid in the query is left out.
   */
  deals(
    query: URLSearchParams,
    language: LanguageCode,
    log: FastifyBaseLogger,
    list?: DealList,
  ): Promise<PageParts | 'not-found' | 'unavailable'>;
  deal(
    id: string,
    query: URLSearchParams,
    language: LanguageCode,
    log: FastifyBaseLogger,
  ): Promise<PageParts | MovedPage | 'not-found' | 'unavailable'>;
}

type RenderFirstView = FirstViewModule['renderFirstView'];

/**
 * Loads what the web application's build made to render first views. Without it, as in a build of
 * an earlier version, pages have none.
 */
export const loadFirstViews = async (folder: string): Promise<RenderFirstView> => {
  const file = path.join(folder, FIRST_VIEW_MODULE);
  if (!existsSync(file)) return () => ({ preloads: '', view: '' });
  const module: unknown = await import(pathToFileURL(file).href);
  return expectShape(firstViewModuleSchema, module).renderFirstView;
};

/** The parameters of a page, with the one that is in the path of a list. */
const withList = (parameters: URLSearchParams, list: DealList | undefined): URLSearchParams => {
  if (list === undefined) return parameters;
  const shown = new URLSearchParams({ [list.filter]: list.value });
  for (const [name, value] of parameters) if (name !== list.filter) shown.append(name, value);
  return shown;
};

type DealListQuery = z.infer<typeof dealListQuerySchema>;

interface SearchOfPage {
  /** Of the list's call, as the application writes it. */
  readonly query: URLSearchParams;
  readonly parsed: DealListQuery;
  /** False if values were left out that the application sends. */
  readonly isWhole: boolean;
}

/** The search of a page, read as the application reads it, so that both show the same deals. */
const readSearch = (parameters: URLSearchParams): SearchOfPage | undefined => {
  const search = withoutView(parseDealSearch(readParameters(parameters)));
  const cursor = parameters.get('cursor') || undefined;
  const query = new URLSearchParams(writeQuery({ ...search, cursor }));
  const whole = parseStorable(dealListQuerySchema, readParameters(query));
  if (whole.success) return { query, parsed: whole.data, isWhole: true };
  const valid = withoutRejected(query, whole.issues);
  const parsed = parseStorable(dealListQuerySchema, readParameters(valid));
  return parsed.success ? { query: valid, parsed: parsed.data, isWhole: false } : undefined;
};

/** The response of the list's call. */
const findDeals = async (
  { responses, openCursor }: FirstPagesOptions,
  query: DealListQuery,
): Promise<string> => {
  const { cursor } = query;
  const opened = cursor === undefined ? {} : { cursor: openCursor(cursor) };
  const page = responses.list({ ...query, ...opened });
  return (await withDeadline(page, PATIENCE_MS)).toString();
};

/** Where the page of a removed deal leads. */
const findMoved = async (
  responses: DealResponses,
  id: string,
  log: FastifyBaseLogger,
): Promise<MovedPage | 'not-found'> => {
  try {
    const successor = await withDeadline(responses.successor(id), PATIENCE_MS);
    return successor === undefined ? 'not-found' : { movedTo: `/deals/${successor}` };
  } catch (error) {
    logOutage(log, error, 'page sent without looking for what replaces its deal');
    return 'not-found';
  }
};

/** The page is sent without its content, which the browser then requests. */
const reportUnavailable = (error: unknown, log: FastifyBaseLogger): 'unavailable' => {
  logOutage(log, error, 'page sent without its content');
  return 'unavailable';
};

/** Any brand can be asked for; one without deals is unknown, unless not all were searched. */
const isUnknownBrand = (
  list: DealList | undefined,
  { total, partial }: z.infer<typeof dealPageSchema>,
): boolean => list?.filter === 'brand' && total === 0 && partial !== true;

/** A list as the URL of its page names it, with the response of its call. */
interface ListPage {
  readonly search: SearchOfPage;
  readonly json: string;
  /** Of the page's URL. */
  readonly parameters: URLSearchParams;
  readonly language: LanguageCode;
  readonly list: DealList | undefined;
}

const presentList = (
  options: FirstPagesOptions,
  render: RenderFirstView,
  { search: { query, isWhole }, json, parameters, language, list }: ListPage,
): PageParts | 'not-found' => {
  const result = expectShape(dealPageSchema, JSON.parse(json));
  const call = `/api/deals${query.size === 0 ? '' : `?${query.toString()}`}`;
  const view = render(
    { page: 'deals', result, parameters: readParameters(query), list },
    language,
    options.siteName,
    parameters,
  );
  const isUnknown = query.size === 1 && isUnknownBrand(list, result);
  if (isUnknown || (list !== undefined && view.listName === undefined)) return 'not-found';
  const head =
    list === undefined
      ? writeSearchHead(options.baseUrl, query)
      : writeListHead(list, view, ownLanguageQuery(parameters), options);
  return {
    language,
    head: [head, writeFeedLink(feedOfSearch(query)), ''].join('\n    '),
    describesItself: list !== undefined,
    ...view,
    // With scripts, the list always begins at its first page.
    ...(isWhole && !query.has('cursor') ? { data: writePreloadedResponse(call, json) } : {}),
  };
};

/** The pages that are preloaded with their content. */
export const createFirstPages = (
  options: FirstPagesOptions,
  render: RenderFirstView,
): FirstPages => ({
  async deals(parameters, language, log, list) {
    const search = readSearch(withList(parameters, list));
    if (search === undefined) return 'unavailable';
    try {
      const json = await findDeals(options, search.parsed);
      return presentList(options, render, { search, json, parameters, language, list });
    } catch (error) {
      // A cursor of another order, or of a truncated link: the list begins at its start.
      if (error instanceof CallError && search.query.has('cursor'))
        return this.deals(
          searchOf(parameters, (name) => name === 'cursor'),
          language,
          log,
          list,
        );
      return error instanceof CallError ? 'unavailable' : reportUnavailable(error, log);
    }
  },

  async deal(text, query, language, log) {
    const id = parseStorable(dealIdSchema, text);
    if (!id.success) return 'not-found';
    try {
      const deal = await withDeadline(options.responses.one(id.data), PATIENCE_MS);
      const json = JSON.stringify(z.encode(getDeal.response, { success: true, deal }));
      const view = render({ page: 'deal', deal }, language, options.siteName, query);
      return {
        language,
        head: writeDealHead(
          deal,
          { language, query: ownLanguageQuery(query), listName: view.listName },
          options,
        ),
        describesItself: true,
        ...view,
        data: writePreloadedResponse(`/api/deals/${id.data}`, json),
      };
    } catch (error) {
      if (error instanceof CallError && error.code === 'not_found')
        return findMoved(options.responses, id.data, log);
      return reportUnavailable(error, log);
    }
  },
});
