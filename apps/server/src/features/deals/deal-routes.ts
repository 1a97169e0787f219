import type { FastifyInstance } from 'fastify';
import { getDeal, listDeals, suggestDeals, SUGGESTION_LIMIT } from '@izgodno/contract/deals/calls';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { addCall, addEncodedCall } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { InvalidCursorError, type DealSearch } from '#ports/deal-search.ts';
import { createCatalogueNames } from './catalogue-names.ts';
import { encodeDealPage } from './deal-page.ts';
import { toDealQuery } from './deal-query.ts';
import { createDealReader } from './deal-reader.ts';
import { createDealRepository } from './deal-repository.ts';
import { labelFacets } from './facet-labels.ts';
import { presentDeal } from './present-deal.ts';

export interface DealsDependencies {
  readonly database: Database;
  readonly search: DealSearch;
  readonly clock: Clock;
}

const refuseCursor = (error: unknown): never => {
  if (!(error instanceof InvalidCursorError)) throw error;
  throw new CallError('validation_failed', {
    fields: { cursor: { code: 'invalid_cursor', message: 'Not a cursor of this list' } },
    cause: error,
  });
};

export const registerDeals = (
  app: FastifyInstance,
  { database, search, clock }: DealsDependencies,
): void => {
  const repository = createDealRepository(database);
  const catalogue = createCatalogueNames(database, clock);
  const reader = createDealReader(repository, catalogue);

  // The hottest call by far: its deals are encoded once a version, not once an answer.
  addEncodedCall(app, listDeals, async ({ query }) => {
    const page = await search
      .search(toDealQuery(query), query.limit, query.cursor ?? null)
      .catch(refuseCursor);
    const [deals, names] = await Promise.all([
      reader.read(page.hits),
      catalogue.read(page.facets.source.map(({ value }) => value)),
    ]);
    return encodeDealPage(
      {
        success: true,
        total: page.total,
        facets: labelFacets(page.facets, names),
        nextCursor: page.nextCursor,
        ...(page.partial ? { partial: true } : {}),
        ...(page.correctedQuery === null ? {} : { correctedQuery: page.correctedQuery }),
      },
      deals,
    );
  });

  addCall(app, suggestDeals, async ({ query }) => ({
    suggestions: await search.suggest(query.q, SUGGESTION_LIMIT),
  }));

  addCall(app, getDeal, async ({ params }) => {
    const [row] = await repository.findByIds([Number(params.id)]);
    if (row === undefined) throw new CallError('not_found');
    return { deal: presentDeal(row, await catalogue.read([row.source_id])) };
  });
};
