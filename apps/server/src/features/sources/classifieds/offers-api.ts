import { ImportError } from '../pipeline/import-error.ts';
import { parseJson, parseShape } from '../records/read-json.ts';
import type { ReadAnswer, SourceHttp } from '../source-http.ts';
import { offerDetailSchema, offerPageSchema, type OfferPage } from './responses.ts';

export const ROUTE = '/api/v1/offers/';
/** 51 is rejected (specification of sources, section 2). */
const PAGE_SIZE = 50;
/** The greatest offset of the search: 1050 is rejected. */
const MAX_OFFSET = 1_000;
/** A page of 65 offers with all their texts is far smaller. */
const MAX_PAGE_BYTES = 8 * 2 ** 20;

/** A separately searched part of the site. */
export interface Segment {
  readonly categoryId: number | null;
  readonly regionId: number | null;
}

export interface OffersApi {
  /** The path of a segment's first page, newest offers first. */
  firstPath(segment: Segment): string;
  /** Reads a page by its path; null beyond the search's limit and for an unchanged first page. */
  page(path: string): Promise<OfferPage | null>;
  /** The path of the next page; null after the last. */
  nextPath(page: OfferPage): string | null;
  /** An offer as received; null if it is unavailable, undefined if unknown. */
  offer(id: string): Promise<unknown>;
}

const refuse = (answer: ReadAnswer): ImportError => {
  const host = new URL(answer.url).host;
  return answer.status === 401 || answer.status === 403
    ? new ImportError('SOURCE_REFUSES', `${host} refuses us (${answer.status}).`)
    : new ImportError('SOURCE_SHAPE_CHANGED', `${host} answered ${answer.status}.`);
};

/**
 * The public offers of a classifieds site. It documents no limit, so it is read at the pace of a
 * web site.
 */
export const createOffersApi = (http: SourceHttp, baseUrl: string): OffersApi => {
  const read = (path: string, { conditional = false } = {}): Promise<ReadAnswer> =>
    http.read(`${baseUrl}${path}`, {
      headers: { accept: 'application/json' },
      conditional,
      maxBytes: MAX_PAGE_BYTES,
    });

  return {
    firstPath({ categoryId, regionId }) {
      const query = new URLSearchParams({ offset: '0', limit: String(PAGE_SIZE) });
      query.set('sort_by', 'created_at:desc');
      if (categoryId !== null) query.set('category_id', String(categoryId));
      if (regionId !== null) query.set('region_id', String(regionId));
      return `${ROUTE}?${query.toString()}`;
    },

    async page(path) {
      const deeper = Number(new URLSearchParams(path.split('?')[1]).get('offset') ?? 0) > 0;
      // New offers come first, so later pages changed only if the first one did.
      const answer = await read(path, { conditional: !deeper });
      if (answer.status === 304 || (answer.status === 400 && deeper)) return null;
      if (answer.status !== 200) throw refuse(answer);
      return parseShape(offerPageSchema, parseJson(answer, 'A page of offers'), 'A page of offers');
    },

    nextPath(page) {
      const href = page.links?.next?.href;
      if (href === undefined) return null;
      // Only the path is used, because the configured site is the one to read.
      const next = URL.parse(href, baseUrl);
      if (next === null || !next.pathname.endsWith(ROUTE))
        throw new ImportError('SOURCE_SHAPE_CHANGED', `The next page is "${href.slice(0, 200)}".`);
      const offset = Number(next.searchParams.get('offset') ?? Number.NaN);
      return offset <= MAX_OFFSET ? `${ROUTE}${next.search}` : null;
    },

    async offer(id) {
      const answer = await read(`${ROUTE}${encodeURIComponent(id)}/`);
      if (answer.status === 404 || answer.status === 410) return null;
      if (answer.status === 401 || answer.status === 403) throw refuse(answer);
      if (answer.status !== 200) return undefined;
      return parseShape(offerDetailSchema, parseJson(answer, 'An offer'), 'An offer').data;
    },
  };
};
