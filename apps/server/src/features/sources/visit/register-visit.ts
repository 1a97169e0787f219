import type { FastifyInstance } from 'fastify';
import { visitDeal } from '@izgodno/contract/sources/visit-calls';
import type { Bus } from '#platform/bus.ts';
import type { Database } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { dealsChanged } from '#features/deals/api.ts';
import type { FareCheck } from './fare-state.ts';
import { visit } from './visit.ts';

export interface VisitCallDependencies {
  readonly database: Database;
  readonly bus: Bus;
  readonly fares: FareCheck;
}

/** Registers the call that checks a fare before a visit. */
export const registerVisit = (
  app: FastifyInstance,
  { database, bus, fares }: VisitCallDependencies,
): void => {
  const onChange = (): void => bus.publish(dealsChanged, {});
  addCall(app, visitDeal, async ({ params }) => {
    const answer = await visit({ database, fares, onChange }, Number(params.id));
    if (answer === null) throw new CallError('not_found');
    return { visit: answer };
  });
};
