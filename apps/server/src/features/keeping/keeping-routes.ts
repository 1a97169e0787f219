import type { FastifyInstance } from 'fastify';
import {
  addFavorite,
  likeDeal,
  listDealMarks,
  listFavorites,
  removeFavorite,
  unlikeDeal,
  viewDeal,
} from '@izgodno/contract/deals/keeping-calls';
import { addCall } from '#platform/http/add-call.ts';
import { readUser, requireUser } from '#platform/http/authentication.ts';
import type { Bus } from '#platform/bus.ts';
import type { DealCatalogue } from '#ports/deal-catalogue.ts';
import type { KeepingService } from './keeping-service.ts';
import type { KeptDeals } from './kept-deals.ts';

export interface KeepingCallsOptions {
  readonly keeping: KeepingService;
  readonly kept: KeptDeals;
  readonly catalogue: DealCatalogue;
  readonly bus: Bus;
}

export const addKeepingCalls = (
  app: FastifyInstance,
  { keeping, kept, catalogue, bus }: KeepingCallsOptions,
): void => {
  addCall(app, addFavorite, async ({ params, request }) =>
    keeping.addFavorite((await requireUser(request)).id, Number(params.id), request.ip),
  );

  addCall(app, removeFavorite, async ({ params, request }) =>
    keeping.removeFavorite((await requireUser(request)).id, Number(params.id)),
  );

  addCall(app, likeDeal, async ({ params, request }) => {
    const who = await requireUser(request);
    const counts = await keeping.like(who.id, Number(params.id), request.ip);
    bus.publish('deals.changed', {});
    return counts;
  });

  addCall(app, unlikeDeal, async ({ params, request }) => {
    const counts = await keeping.unlike((await requireUser(request)).id, Number(params.id));
    bus.publish('deals.changed', {});
    return counts;
  });

  addCall(app, viewDeal, async ({ params, request }) => {
    const who = await readUser(request);
    return keeping.view(Number(params.id), {
      userId: who?.id ?? null,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
    });
  });

  addCall(app, listDealMarks, async ({ query, request }) => {
    const who = await requireUser(request);
    return { marks: await kept.marks(who.id, query.ids.map(Number)) };
  });

  addCall(app, listFavorites, async ({ query, request }) => {
    const who = await requireUser(request);
    const [list, counts] = await Promise.all([
      kept.list(who.id, query.status ?? null),
      kept.count(who.id),
    ]);
    return { ...(await catalogue.page(list, query)), counts };
  });
};
