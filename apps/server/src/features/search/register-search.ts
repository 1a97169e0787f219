import type { FastifyInstance } from 'fastify';
import {
  listDeals,
  listSimilarDeals,
  suggestDeals,
  SUGGESTION_LIMIT,
} from '@izgodno/contract/search/calls';
import { addCall, addEncodedCall } from '#platform/http/add-call.ts';
import { FOR_ANYBODY } from '#platform/http/cache-headers.ts';
import { invalidCursor, listOf } from '#platform/http/cursor-seal.ts';
import { CallError } from '#platform/http/errors.ts';
import { labelFacets, type DealReading } from '#features/deals/api.ts';
import type { DealResponses } from './deal-responses.ts';
import { toDealQuery } from './deal-query.ts';
import { InvalidCursorError, type DealSearch } from './deal-search.ts';
import { encodeDealPage } from './encode-deal-page.ts';
import { findSimilar } from './similar-deals.ts';

export interface SearchDependencies {
  readonly search: DealSearch;
  readonly deals: DealReading;
}

const rejectCursor = (error: unknown): never => {
  throw error instanceof InvalidCursorError ? invalidCursor(error) : error;
};

/** Registers the calls that search deals. Returns their responses for other features. */
export const registerSearch = (
  app: FastifyInstance,
  { search, deals }: SearchDependencies,
): DealResponses => {
  const { catalogue, reader, names } = deals;
  const responses: DealResponses = {
    async list(query) {
      const page = await search
        .search(toDealQuery(query), query.limit, query.cursor ?? null)
        .catch(rejectCursor);
      const [found, known] = await Promise.all([
        reader.read(page.hits),
        names.read(page.facets.source.map(({ value }) => value)),
      ]);
      return encodeDealPage(
        {
          success: true,
          total: page.total,
          facets: labelFacets(page.facets, known),
          nextCursor:
            page.nextCursor === null
              ? null
              : app.cursorSeal.seal(listOf(listDeals, undefined), page.nextCursor),
          ...(page.partial ? { partial: true } : {}),
          ...(page.correctedQuery === null ? {} : { correctedQuery: page.correctedQuery }),
        },
        found,
      );
    },
    one: (id) => deals.readOne(id),
  };

  // By far the most frequent call, so its deals are encoded once per version, not per response.
  addEncodedCall(app, listDeals, async ({ query, reply }) => {
    const page = await responses.list(query);
    void reply.header('Cache-Control', FOR_ANYBODY);
    return page;
  });

  addCall(app, suggestDeals, async ({ query }) => ({
    suggestions: await search.suggest(query.q, SUGGESTION_LIMIT),
  }));

  addCall(app, listSimilarDeals, async ({ params }) => {
    const [deal] = await catalogue.read([Number(params.id)]);
    if (deal === undefined) throw new CallError('not_found');
    return { items: await catalogue.read(await findSimilar(search, deal)) };
  });

  return responses;
};
