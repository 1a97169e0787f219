import type { FastifyInstance } from 'fastify';
import {
  addFavorite,
  likeDeal,
  listEngagement,
  listFavorites,
  removeFavorite,
  unlikeDeal,
  viewDeal,
} from '@izgodno/contract/engagement/calls';
import { addCall } from '#platform/http/add-call.ts';
import type { DealCatalogue } from '#features/deals/api.ts';
import type { KeepingService } from './keeping-service.ts';
import type { KeptDeals } from './kept-deals.ts';

export interface KeepingCallsOptions {
  readonly keeping: KeepingService;
  readonly kept: KeptDeals;
  readonly catalogue: DealCatalogue;
}

export const addKeepingCalls = (
  app: FastifyInstance,
  { keeping, kept, catalogue }: KeepingCallsOptions,
): void => {
  addCall(app, addFavorite, async ({ params, user, request }) =>
    keeping.addFavorite(user.id, Number(params.id), request.ip),
  );

  addCall(app, removeFavorite, async ({ params, user }) =>
    keeping.removeFavorite(user.id, Number(params.id)),
  );

  addCall(app, likeDeal, async ({ params, user, request }) =>
    keeping.like(user.id, Number(params.id), request.ip),
  );

  addCall(app, unlikeDeal, async ({ params, user }) => keeping.unlike(user.id, Number(params.id)));

  addCall(app, viewDeal, async ({ params, request, readUser }) => {
    const who = await readUser();
    return keeping.view(Number(params.id), {
      userId: who?.id ?? null,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
    });
  });

  addCall(app, listEngagement, async ({ query, user }) => ({
    marks: await kept.marks(user.id, query.ids.map(Number)),
  }));

  addCall(app, listFavorites, async ({ query, user }) => {
    const [list, counts] = await Promise.all([
      kept.list(user.id, query.status ?? null),
      kept.count(user.id),
    ]);
    return { ...(await catalogue.page(list, query)), counts };
  });
};
