import type { FastifyInstance } from 'fastify';
import { getDeal } from '@izgodno/contract/deals/calls';
import { listDeals, suggestDeals, SUGGESTION_LIMIT } from '@izgodno/contract/search/calls';
import { listSimilarDeals } from '@izgodno/contract/search/calls';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { addCall, addEncodedCall } from '#platform/http/add-call.ts';
import { FOR_ANYBODY } from '#platform/http/cache-headers.ts';
import { invalidCursor, listOf } from '#platform/http/cursor-seal.ts';
import { CallError } from '#platform/http/errors.ts';
import type { DealAnswers } from '#ports/deal-answers.ts';
import type { DealCatalogue } from '#ports/deal-catalogue.ts';
import { InvalidCursorError, type DealSearch } from '#ports/deal-search.ts';
import { createCatalogueNames } from './catalogue-names.ts';
import { createDealCatalogue } from './deal-catalogue.ts';
import { createOfferReader } from './deal-offers.ts';
import { registerDealChanges } from './deal-changes.ts';
import { encodeDealPage } from './deal-page.ts';
import { toDealQuery } from './deal-query.ts';
import { createDealReader } from './deal-reader.ts';
import { createDealRepository } from './deal-repository.ts';
import { labelFacets } from './facet-labels.ts';
import { findSimilar } from './similar-deals.ts';

export interface DealsDependencies {
  readonly database: Database;
  readonly search: DealSearch;
  readonly clock: Clock;
}

const refuseCursor = (error: unknown): never => {
  throw error instanceof InvalidCursorError ? invalidCursor(error) : error;
};

export interface RegisteredDeals {
  readonly catalogue: DealCatalogue;
  readonly answers: DealAnswers;
}

/** Registers the calls that read deals. Returns the reader for other features. */
export const registerDeals = (
  app: FastifyInstance,
  { database, search, clock }: DealsDependencies,
): RegisteredDeals => {
  const repository = createDealRepository(database);
  const names = createCatalogueNames(database, clock);
  const reader = createDealReader(repository, names);
  const catalogue = createDealCatalogue({ database, repository, names });

  const readOffers = createOfferReader(database, names);

  const readOne = async (id: string): Promise<Deal> => {
    const [deal] = await catalogue.read([Number(id)]);
    if (deal === undefined) throw new CallError('not_found');
    return deal;
  };

  const answers: DealAnswers = {
    async list(query) {
      const page = await search
        .search(toDealQuery(query), query.limit, query.cursor ?? null)
        .catch(refuseCursor);
      const [deals, known] = await Promise.all([
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
        deals,
      );
    },
    async one(id) {
      const [deal, offers] = await Promise.all([readOne(id), readOffers(Number(id))]);
      return offers.length < 2 ? deal : { ...deal, offers: [...offers] };
    },
  };

  // By far the most frequent call, so its deals are encoded once per version, not per response.
  addEncodedCall(app, listDeals, async ({ query, reply }) => {
    const page = await answers.list(query);
    void reply.header('Cache-Control', FOR_ANYBODY);
    return page;
  });

  registerDealChanges(app, { repository, names });

  addCall(app, suggestDeals, async ({ query }) => ({
    suggestions: await search.suggest(query.q, SUGGESTION_LIMIT),
  }));

  addCall(app, getDeal, async ({ params, reply }) => {
    const deal = await answers.one(params.id);
    void reply.header('Cache-Control', FOR_ANYBODY);
    return { deal };
  });

  addCall(app, listSimilarDeals, async ({ params }) => {
    const similar = await findSimilar(search, await readOne(params.id));
    return { items: await catalogue.read(similar) };
  });

  return { catalogue, answers };
};
