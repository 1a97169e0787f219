import type * as z from 'zod/mini';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import type { Clock } from '#platform/clock.ts';
import { parseJson, parseShape } from '../records/read-json.ts';
import type { NumberedPage } from '../records/whole-pages.ts';
import type { RateLimit, ReadResponse, SourceResponse, SourceHttp } from '../source-http.ts';
import {
  advertisersSchema,
  type Campaign,
  campaignPageSchema,
  linksSchema,
  productPageSchema,
  rejectionSchema,
} from './responses.ts';
import {
  type Credentials,
  type EmptyQueryForm,
  requestTarget,
  type Route,
  signedHeaders,
} from './signature.ts';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { ImportError } from '../pipeline/import-error.ts';

/** The difference that Profitshare allows between its clock and the `Date` header, in seconds. */
const ALLOWED_SKEW_S = 20;

const skewMessage = (response: SourceResponse, now: number): string => {
  const theirs = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(theirs))
    return `This machine's clock is wrong by more than ${ALLOWED_SKEW_S} s.`;
  const seconds = Math.round((now - theirs) / 1_000);
  return `This machine's clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} Profitshare's; ${ALLOWED_SKEW_S} s are allowed. Set it by a time server.`;
};

const explanations: Readonly<Record<string, string>> = {
  InvalidSignature:
    'The signature is not accepted: check the API key, and whether this account signs empty queries with a question mark (emptyQuery).',
  InvalidClient: 'The API user is not known there.',
  AuthHeaderMissing: 'The header X-PS-Auth was lost on the way.',
  ClientHeaderMissing: 'The header X-PS-Client was lost on the way.',
  DateHeaderMissing: 'The header Date was lost on the way.',
};

const jsonOrNull = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
};

/** Explains why a call was rejected and what to do. `now` is the time it was signed for. */
const toRejection = (response: ReadResponse, now: number): ImportError => {
  const parsed = parseUntrusted(rejectionSchema, jsonOrNull(response.body));
  if (!parsed.success)
    return new ImportError('SOURCE_REFUSES', `Profitshare answered ${response.status}.`);
  const { code, message } = parsed.data.error;
  const words =
    code === 'AuthTimeDifference' ? skewMessage(response, now) : (explanations[code] ?? message);
  return new ImportError('SOURCE_REFUSES', `Profitshare refuses (${code}). ${words}`);
};

/** The largest number of links created by one call (specification of sources, section 1). */
export const LINK_BATCH = 20;

const perMinute = (name: string, calls: number): RateLimit => ({ name, calls, perMs: MINUTE_MS });

/** Documented calls a minute for each route. */
const rateLimits: Readonly<Record<string, RateLimit>> = {
  'affiliate-advertisers': perMinute('advertisers', 60),
  'affiliate-campaigns': perMinute('campaigns', 60),
  'affiliate-products': perMinute('products', 60),
  'affiliate-links': perMinute('links', 100),
};

interface LinkTarget {
  readonly name: string;
  readonly url: string;
}

export interface Shop {
  readonly id: string;
  readonly name: string;
}

export interface ProfitshareApi {
  /** The participating shops. */
  advertisers(): Promise<readonly Shop[]>;
  /** Pages count from 1. Products are not parsed. */
  products(advertiserId: string, page: number): Promise<NumberedPage<unknown>>;
  /** The products of a shop with this part number, at most a page of them. */
  productsByNumber(advertiserId: string, partNumber: string): Promise<readonly unknown[]>;
  campaigns(page: number): Promise<NumberedPage<Campaign>>;
  /**
   * Links that pay commission, in the order of the targets, at most `LINK_BATCH` at once; null for a
   * target without one.
   */
  createLinks(targets: readonly LinkTarget[]): Promise<readonly (string | null)[]>;
}

export interface ProfitshareApiOptions {
  readonly http: SourceHttp;
  readonly clock: Clock;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly emptyQuery: EmptyQueryForm;
}

const formOf = (targets: readonly LinkTarget[]): string =>
  new URLSearchParams(
    targets.flatMap(({ name, url }, at) => [
      [`${at}[name]`, name],
      [`${at}[url]`, url],
    ]),
  ).toString();

type CreatedLinks = z.infer<typeof linksSchema>['result'];

/** The created links in the order of their targets; null for a target without one. */
const matchLinks = (
  targets: readonly LinkTarget[],
  created: CreatedLinks,
): readonly (string | null)[] => {
  const byUrl = new Map(created.map((link) => [link.url, link]));
  return targets.map(({ name, url }, at) => {
    // The service may echo a URL in another spelling; its links keep the order of the targets.
    const inOrder = created.length === targets.length ? created[at] : undefined;
    const link = byUrl.get(url) ?? (inOrder?.name === name ? inOrder : undefined);
    return link?.ps_url || null;
  });
};

/** Signs, sends and parses calls. */
const createCall =
  ({ http, clock, baseUrl, credentials, emptyQuery }: ProfitshareApiOptions) =>
  async <Value>(route: Route, schema: z.ZodMiniType<Value>, body?: string): Promise<Value> => {
    const { method, name } = route;
    const limit = rateLimits[name];
    let signedAt = clock.now();
    const response = await http.read(`${baseUrl}${requestTarget(route, emptyQuery)}`, {
      method,
      headers: () => {
        signedAt = clock.now();
        const form = { 'content-type': 'application/x-www-form-urlencoded' };
        const headers = signedHeaders(route, emptyQuery, credentials, signedAt);
        return body === undefined ? headers : { ...headers, ...form };
      },
      ...(body === undefined ? {} : { body }),
      ...(limit === undefined ? {} : { rateLimit: limit }),
    });
    if (response.status !== 200 && response.status !== 201) throw toRejection(response, signedAt);
    const what = `Profitshare's ${name}`;
    return parseShape(schema, parseJson(response, what), what);
  };

export const createProfitshareApi = (options: ProfitshareApiOptions): ProfitshareApi => {
  const call = createCall(options);
  const get = <Value>(name: string, query: string, schema: z.ZodMiniType<Value>): Promise<Value> =>
    call({ method: 'GET', name, query }, schema);

  return {
    async advertisers() {
      const { result } = await get('affiliate-advertisers', '', advertisersSchema);
      return result.filter(({ id }) => id !== '');
    },
    async products(advertiserId, page) {
      const query = `page=${page}&filters[advertiser]=${advertiserId}`;
      const { result } = await get('affiliate-products', query, productPageSchema);
      return { number: result.current_page, total: result.total_pages, items: result.products };
    },
    async productsByNumber(advertiserId, partNumber) {
      const query = `page=1&filters[advertiser]=${advertiserId}&filters[part_no]=${partNumber}`;
      const { result } = await get('affiliate-products', query, productPageSchema);
      return result.products;
    },
    async campaigns(page) {
      const { result } = await get('affiliate-campaigns', `page=${page}`, campaignPageSchema);
      const { currentPage, totalPages } = result.paginator;
      return { number: currentPage, total: totalPages, items: result.campaigns };
    },
    async createLinks(targets) {
      if (targets.length > LINK_BATCH)
        throw new RangeError(`${targets.length} links at once, ${LINK_BATCH} are allowed`);
      const route = { method: 'POST', name: 'affiliate-links', query: '' } as const;
      const { result } = await call(route, linksSchema, formOf(targets));
      return matchLinks(targets, result);
    },
  };
};
