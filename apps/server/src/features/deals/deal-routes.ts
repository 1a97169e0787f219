import type { FastifyInstance } from 'fastify';
import { getDeal, listDeals, suggestDeals, SUGGESTION_LIMIT } from '@izgodno/contract/deals/calls';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { addCall } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { InvalidCursorError, type DealSearch } from '#ports/deal-search.ts';
import { toDealQuery } from './deal-query.ts';
import { createDealReader } from './deal-reader.ts';
import { createDealRepository } from './deal-repository.ts';
import { createFacetLabels } from './facet-labels.ts';
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
  const reader = createDealReader(repository);
  const facetLabels = createFacetLabels(database, clock);

  addCall(app, listDeals, async ({ query }) => {
    const page = await search
      .search(toDealQuery(query), query.limit, query.cursor ?? null)
      .catch(refuseCursor);
    const [items, facets] = await Promise.all([
      reader.read(page.hits),
      facetLabels.label(page.facets),
    ]);
    return {
      items,
      total: page.total,
      facets,
      nextCursor: page.nextCursor,
      ...(page.partial ? { partial: true } : {}),
      ...(page.correctedQuery === null ? {} : { correctedQuery: page.correctedQuery }),
    };
  });

  addCall(app, suggestDeals, async ({ query }) => ({
    suggestions: await search.suggest(query.q, SUGGESTION_LIMIT),
  }));

  addCall(app, getDeal, async ({ params }) => {
    const [row] = await repository.findByIds([Number(params.id)]);
    if (row === undefined) throw new CallError('not_found');
    return { deal: presentDeal(row) };
  });
};
