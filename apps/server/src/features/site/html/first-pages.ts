import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { type LanguageCode, languages } from '@izgodno/contract/common/language';
import { expectShape, parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { dealListQuerySchema } from '@izgodno/contract/search/calls';
import { dealPageSchema } from '@izgodno/contract/deals/deal-page';
import { getDeal } from '@izgodno/contract/deals/calls';
import { type Deal, dealIdSchema } from '@izgodno/contract/deals/deal';
import {
  FIRST_VIEW_MODULE,
  type FirstViewModule,
  firstViewModuleSchema,
} from '@izgodno/contract/site/first-view';
import { CallError } from '#platform/http/errors.ts';
import type { DealResponses } from '#features/search/api.ts';
import { embedJson, writePreloadedResponse } from './preloaded-response.ts';
import { ownLanguageQuery, writeAlternates } from './page-language.ts';
import type { PageParts } from './page-template.ts';
import type { Condition, DealStatus } from '@izgodno/contract/deals/vocabulary';
import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import { escapeHtml } from '#platform/http/escape-html.ts';

/** Characters of a description that search engines and chats show. */
const DESCRIPTION_LENGTH = 200;
const IMAGES = 6;

interface HeadOptions {
  /** Origin of the product. */
  readonly baseUrl: string;
  readonly siteName: string;
}

const shorten = (text: string): string => {
  const line = withoutDirectionMarks(text).replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  // Cuts between grapheme clusters, not within one.
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter('bg').segment(line)) {
    if (index + segment.length >= DESCRIPTION_LENGTH) break;
    end = index + segment.length;
  }
  return `${line.slice(0, end)}…`;
};

/** The language names of the Open Graph protocol; numbers are formatted by them too. */
const locales = { en: 'en_IE', bg: 'bg_BG' } as const satisfies Record<LanguageCode, string>;

const showPrice = ({ price }: Deal, language: LanguageCode): string =>
  new Intl.NumberFormat(locales[language].replace('_', '-'), {
    style: 'currency',
    currency: price.currency,
  }).format(price.amount / 100);

/** schema.org/ItemAvailability */
const availabilityOf = (status: DealStatus, inStock: boolean): string => {
  if (status === 'sold') return 'https://schema.org/SoldOut';
  if (status !== 'active') return 'https://schema.org/Discontinued';
  return inStock ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock';
};

/** schema.org/OfferItemCondition */
const conditionOf = (condition: Condition): string =>
  condition === 'new'
    ? 'https://schema.org/NewCondition'
    : condition === 'for_parts'
      ? 'https://schema.org/DamagedCondition'
      : 'https://schema.org/UsedCondition';

const imagesOf = (deal: Deal, baseUrl: string): readonly string[] =>
  deal.media
    .filter(({ kind }) => kind === 'image')
    .slice(0, IMAGES)
    .map(({ url }) => new URL(url, baseUrl).href);

/** A schema.org/Product with its offer. */
const describeProduct = (deal: Deal, url: string, images: readonly string[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: withoutDirectionMarks(deal.title),
  ...(deal.description === '' ? {} : { description: shorten(deal.description) }),
  ...(images.length === 0 ? {} : { image: images }),
  ...(deal.brand === undefined ? {} : { brand: { '@type': 'Brand', name: deal.brand } }),
  offers: {
    '@type': 'Offer',
    url,
    price: (deal.price.amount / 100).toFixed(2),
    priceCurrency: deal.price.currency,
    availability: availabilityOf(deal.status, deal.inStock),
    itemCondition: conditionOf(deal.condition),
    seller: {
      '@type': deal.seller === undefined ? 'Organization' : 'Person',
      name: deal.seller?.name ?? deal.merchant ?? deal.source.name,
    },
  },
});

const meta = (attribute: 'name' | 'property', name: string, content: string): string =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;

/**
 * The metadata of a deal's page for search engines and link previews: title first. `query` is the
 * part of the page's own URL after its path.
 */
const writeDealHead = (
  deal: Deal,
  { language, query }: { readonly language: LanguageCode; readonly query: string },
  { baseUrl, siteName }: HeadOptions,
): string => {
  const url = `${baseUrl}/deals/${deal.id}${query}`;
  const title = withoutDirectionMarks(deal.title);
  const description = shorten(`${showPrice(deal, language)} · ${deal.description || deal.title}`);
  const images = imagesOf(deal, baseUrl);
  return [
    `<title>${escapeHtml(`${title} - ${siteName}`)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    writeAlternates(baseUrl, `/deals/${deal.id}`),
    meta('property', 'og:type', 'product'),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:locale', locales[language]),
    ...languages
      .filter((code) => code !== language)
      .map((code) => meta('property', 'og:locale:alternate', locales[code])),
    meta('property', 'og:url', url),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    ...images.map((image) => meta('property', 'og:image', image)),
    meta('property', 'product:price:amount', (deal.price.amount / 100).toFixed(2)),
    meta('property', 'product:price:currency', deal.price.currency),
    meta('name', 'twitter:card', images.length === 0 ? 'summary' : 'summary_large_image'),
    `<script type="application/ld+json">${embedJson(JSON.stringify(describeProduct(deal, url, images)))}</script>`,
  ].join('\n    ');
};

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
