import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { userIdSchema } from '@izgodno/contract/accounts/session';
import type { LanguageCode } from '@izgodno/contract/common/language';
import { expectShape, parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { dealPageSchema } from '@izgodno/contract/deals/deal-page';
import type { Deal } from '@izgodno/contract/deals/deal';
import { dealListQuerySchema, listDeals } from '@izgodno/contract/search/calls';
import { listPath } from '@izgodno/contract/search/list-paths';
import { sourceIdSchema } from '@izgodno/contract/sources/source';
import { isOfPageOnly } from '@izgodno/contract/site/preloaded-response';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { parsePart } from '#platform/http/parse-request.ts';
import { FOR_ANYBODY, varyBy } from '#platform/http/cache-headers.ts';
import { CallError } from '#platform/http/errors.ts';
import { escapeHtml } from '#platform/http/escape-html.ts';
import type { Database } from '#schema/schema.ts';
import type { DealResponses } from '#features/search/api.ts';
import { guessLanguage, ownLanguageQuery } from '../html/page-language.ts';
import { readParameters, searchOf } from '../html/page-query.ts';
import { updatedAtOf, writeAtom, type DealFeed } from './write-atom.ts';

const ENTRIES = 50;

const ATOM = 'application/atom+xml; charset=utf-8';

const COST = listDeals.limit.cost;

/** Where readers look for a feed by habit. */
const USUAL_PATHS = ['/rss', '/rss.xml', '/feed', '/feed.xml', '/atom.xml'] as const;

/** Parameters of the page, and of the feed, that are not the search's. */
const isNotOfSearch = (name: string): boolean =>
  isOfPageOnly(name) || name === 'limit' || name === 'cursor';

export interface FeedsContext {
  readonly database: Database;
  readonly responses: DealResponses;
  readonly siteName: string;
  /** Origin of the product. */
  readonly baseUrl: string;
}

const titles = {
  en: {
    deals: 'deals',
    by: (name: string) => `deals by ${name}`,
    of: (name: string) => `deals of ${name}`,
  },
  bg: {
    deals: 'оферти',
    by: (name: string) => `обяви на ${name}`,
    of: (name: string) => `оферти от ${name}`,
  },
} as const satisfies Record<LanguageCode, object>;

const queryOf = (request: FastifyRequest): URLSearchParams =>
  new URLSearchParams(request.url.split('?').slice(1).join('?'));

const withQuery = (path: string, query: URLSearchParams): string =>
  query.size === 0 ? path : `${path}?${query.toString()}`;

/** The path with the language that was asked for. */
const inLanguage = (path: string, query: URLSearchParams): string => {
  const language = ownLanguageQuery(query);
  return path + (path.includes('?') ? language.replace('?', '&') : language);
};

/** The path of the feed of a list of deals, for the page that shows it. */
export const feedOfSearch = (query: URLSearchParams): string =>
  withQuery('/deals.atom', searchOf(query, isNotOfSearch));

/** The link by which a reader of feeds finds the one of a page. */
export const writeFeedLink = (path: string): string =>
  `<link rel="alternate" type="application/atom+xml" href="${escapeHtml(path)}">`;

/** The deals of a search, the newest first unless the search says otherwise. */
const findDeals = async (
  { responses }: FeedsContext,
  search: URLSearchParams,
): Promise<readonly Deal[]> => {
  const query = parsePart('query', dealListQuerySchema, {
    sort: 'newest',
    ...readParameters(search),
    limit: ENTRIES,
  });
  const json = await responses.list(query);
  return expectShape(dealPageSchema, JSON.parse(json.toString())).items;
};

/** The newest deals of a member, with their name. Throws `not_found`. */
const findMember = async ({ database, responses }: FeedsContext, given: string) => {
  const id = parseStorable(userIdSchema, given);
  const user = id.success
    ? await database
        .selectFrom('users')
        .select(['id', 'name'])
        .where('id', '=', id.data)
        .executeTakeFirst()
    : undefined;
  if (user === undefined) throw new CallError('not_found');
  const rows = await database
    .selectFrom('deals')
    .select('id')
    .where('seller_id', '=', user.id)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .orderBy('posted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ENTRIES)
    .execute();
  return { user, deals: await responses.many(rows.map(({ id: deal }) => deal)) };
};

/** The name of a source. Throws `not_found`. */
const findSource = async ({ database }: FeedsContext, given: string) => {
  const id = parseStorable(sourceIdSchema, given);
  const source = id.success
    ? await database
        .selectFrom('sources')
        .select(['id', 'name'])
        .where('id', '=', id.data)
        .executeTakeFirst()
    : undefined;
  if (source === undefined) throw new CallError('not_found');
  return source;
};

/** Each deal with the time of its last change. */
const withTimes = async (
  { database }: FeedsContext,
  deals: readonly Deal[],
): Promise<DealFeed['entries']> => {
  if (deals.length === 0) return [];
  const rows = await database
    .selectFrom('deals')
    .select(['id', 'updated_at as updatedAt'])
    .where(
      isOneOf(
        'id',
        deals.map(({ id }) => Number(id)),
        'bigint',
      ),
    )
    .execute();
  const times = new Map(rows.map(({ id, updatedAt }) => [String(id), updatedAt]));
  return deals.map((deal) => ({
    deal,
    updatedAt: times.get(deal.id) ?? new Date(deal.postedAt),
  }));
};

interface FeedContent {
  readonly title: (language: LanguageCode) => string;
  readonly path: string;
  /** The path of the page with the same deals. */
  readonly page: string;
  readonly deals: readonly Deal[];
}

const respond = async (
  context: FeedsContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { title, path, page, deals }: FeedContent,
): Promise<FastifyReply> => {
  const { siteName, baseUrl } = context;
  const query = queryOf(request);
  const language = guessLanguage(query, request.headers);
  const feed: DealFeed = {
    title: `${siteName}: ${title(language)}`,
    language,
    id: baseUrl + path,
    self: baseUrl + inLanguage(path, query),
    page: baseUrl + page,
    siteName,
    baseUrl,
    entries: await withTimes(context, deals),
  };
  return varyBy(reply, 'Accept-Language')
    .headers({
      'Cache-Control': FOR_ANYBODY,
      'Last-Modified': updatedAtOf(feed).toUTCString(),
    })
    .type(ATOM)
    .send(writeAtom(feed));
};

const addSearchFeed = (app: FastifyInstance, context: FeedsContext): void => {
  app.get('/deals.atom', { config: { limit: { cost: COST } } }, async (request, reply) => {
    const search = searchOf(queryOf(request), isNotOfSearch);
    const text = search.get('q')?.trim() ?? '';
    return respond(context, request, reply, {
      title: (language) => (text === '' ? titles[language].deals : text),
      path: withQuery('/deals.atom', search),
      page: withQuery('/deals', search),
      deals: await findDeals(context, search),
    });
  });
};

/** Atom feeds of any search, of a member's deals and of a source's. */
export const addDealFeeds = (app: FastifyInstance, context: FeedsContext): void => {
  const config = { limit: { cost: COST } };
  addSearchFeed(app, context);

  app.get<{ Params: { id: string } }>(
    '/users/:id/deals.atom',
    { config },
    async (request, reply) => {
      const { user, deals } = await findMember(context, request.params.id);
      return respond(context, request, reply, {
        title: (language) => titles[language].by(user.name),
        path: `/users/${user.id}/deals.atom`,
        page: `/users/${user.id}`,
        deals,
      });
    },
  );

  app.get<{ Params: { '*': string } }>('/shop/*', { config }, async (request, reply) => {
    const [, id] = /^(.+)\.atom$/.exec(request.params['*']) ?? [];
    if (id === undefined) return reply.callNotFound();
    const source = await findSource(context, id);
    const search = new URLSearchParams({ source: source.id });
    return respond(context, request, reply, {
      title: (language) => titles[language].of(source.name),
      path: `/shop/${source.id}.atom`,
      page: listPath({ filter: 'source', value: source.id }),
      deals: await findDeals(context, search),
    });
  });

  for (const path of USUAL_PATHS) app.get(path, (_, reply) => reply.redirect('/deals.atom', 301));
};
