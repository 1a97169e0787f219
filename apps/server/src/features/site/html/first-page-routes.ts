import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { userIdSchema } from '@izgodno/contract/accounts/session';
import { withoutDirectionMarks } from '@izgodno/contract/common/direction-marks';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { getDeal } from '@izgodno/contract/deals/calls';
import { getSeller } from '@izgodno/contract/profiles/calls';
import { listDeals } from '@izgodno/contract/search/calls';
import { listPath, listPaths } from '@izgodno/contract/search/list-paths';
import type { MissingKind } from '@izgodno/contract/site/first-view';
import { logOutage } from '#platform/log-outage.ts';
import type { Database } from '#schema/schema.ts';
import type { FirstPages } from './first-pages.ts';
import type { KnownPages } from './known-pages.ts';
import { resolveList } from './list-head.ts';
import { guessLanguage } from './page-language.ts';
import type { PageParts } from './page-template.ts';
import { splitUrl, withPath } from './page-url.ts';

/** The costs of the calls whose responses these pages contain. */
const SEARCH_COST = listDeals.limit.cost;
const DEAL_COST = getDeal.limit.cost;

/** What differs from the page that the path names. */
interface PageExceptions {
  /** What does not exist, although the path matches a page. */
  readonly missing?: MissingKind | undefined;
  readonly title?: string | undefined;
  /** The path of the feed of the page; by default the one of all deals. */
  readonly feed?: string;
}

export interface FirstPagesContext {
  readonly database: Database;
  readonly findPage: KnownPages['findPage'];
  readonly firstPages: FirstPages;
  readonly respond: (reply: FastifyReply, page: PageParts) => FastifyReply;
  readonly respondPage: (
    request: FastifyRequest,
    reply: FastifyReply,
    exceptions?: PageExceptions,
  ) => FastifyReply;
}

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
export const addFirstPages = (app: FastifyInstance, context: FirstPagesContext): void => {
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
