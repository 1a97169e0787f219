import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import type { LanguageCode } from '@izgodno/contract/common/language';
import { expectShape, parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { dealListQuerySchema } from '@izgodno/contract/search/calls';
import { dealPageSchema } from '@izgodno/contract/deals/deal-page';
import { getDeal } from '@izgodno/contract/deals/calls';
import { dealIdSchema } from '@izgodno/contract/deals/deal';
import {
  FIRST_VIEW_MODULE,
  firstViewModuleSchema,
  type FirstViewModule,
} from '@izgodno/contract/site/first-view';
import { CallError } from '#platform/http/errors.ts';
import type { DealResponses } from '#features/search/api.ts';
import { writeDealHead, type HeadOptions } from './deal-head.ts';
import { writePreloadedResponse } from './preloaded-response.ts';
import { ownLanguageQuery, writeAlternates } from './page-language.ts';
import type { PageParts } from './page-template.ts';

/**
 * How long a page waits for its preloaded response, in milliseconds; later the browser requests it.
 */
const PATIENCE_MS = 400;

/** Parameters of the page only, which are not passed to the call. */
const pageOnly = ['view', 'lang'] as const;
/** Parameters of the call only, which a page's URL may not have. */
const callOnly = ['currency', 'limit', 'cursor'] as const;

const listed = <Value>(values: readonly Value[]): Value | readonly Value[] | undefined =>
  values.length === 1 ? values[0] : values;

/** Settles within `PATIENCE_MS`. */
const soon = async <Value>(work: Promise<Value>): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Timed out')), PATIENCE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

export interface FirstPagesOptions extends HeadOptions {
  readonly responses: DealResponses;
}

export interface FirstPages {
  /** Null if the URL is invalid or the deals are unavailable; the browser then shows the error. */
  deals(
    query: URLSearchParams,
    language: LanguageCode,
    log: FastifyBaseLogger,
  ): Promise<PageParts | null>;
  deal(
    id: string,
    query: URLSearchParams,
    language: LanguageCode,
    log: FastifyBaseLogger,
  ): Promise<PageParts | 'not-found' | 'unavailable'>;
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

/** The pages that are preloaded with their content. */
export const createFirstPages = (
  options: FirstPagesOptions,
  render: RenderFirstView,
): FirstPages => ({
  async deals(address, language, log) {
    const query = new URLSearchParams(address);
    for (const name of pageOnly) query.delete(name);
    if (callOnly.some((name) => query.has(name))) return null;
    const parsed = parseStorable(
      dealListQuerySchema,
      Object.fromEntries([...new Set(query.keys())].map((key) => [key, listed(query.getAll(key))])),
    );
    if (!parsed.success) return null;
    try {
      const json = (await soon(options.responses.list(parsed.data))).toString();
      const { items } = expectShape(dealPageSchema, JSON.parse(json));
      const call = `/api/deals${query.size === 0 ? '' : `?${query.toString()}`}`;
      return {
        language,
        head: `${writeAlternates(options.baseUrl, '/deals')}\n    `,
        ...render({ page: 'deals', deals: items }, language, options.siteName),
        data: writePreloadedResponse(call, json),
      };
    } catch (error) {
      log.warn({ err: error }, 'page sent without its deals');
      return null;
    }
  },

  async deal(text, query, language, log) {
    const id = parseStorable(dealIdSchema, text);
    if (!id.success) return 'not-found';
    try {
      const deal = await soon(options.responses.one(id.data));
      const json = JSON.stringify(z.encode(getDeal.response, { success: true, deal }));
      return {
        language,
        head: writeDealHead(deal, { language, query: ownLanguageQuery(query) }, options),
        describesItself: true,
        ...render({ page: 'deal', deal }, language, options.siteName),
        data: writePreloadedResponse(`/api/deals/${id.data}`, json),
      };
    } catch (error) {
      if (error instanceof CallError && error.code === 'not_found') return 'not-found';
      log.warn({ err: error }, 'page sent without its deal');
      return 'unavailable';
    }
  },
});
