import type { FastifyInstance } from 'fastify';
import { getDeal } from '@izgodno/contract/deals/calls';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import { FOR_ANYBODY } from '#platform/http/cache-headers.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createCatalogueNames, type CatalogueNames } from './catalogue-names.ts';
import { registerDealChanges } from './changes/deal-changes.ts';
import { createDealCatalogue } from './deal-catalogue.ts';
import type { DealCatalogue } from './deal-list.ts';
import { createOfferReader } from './deal-offers.ts';
import { createDealReader, type DealReader } from './deal-reader.ts';
import { createDealRepository } from './deal-repository.ts';
import { registerExpiry } from './register-expiry.ts';
import { registerOffers } from './grouping/register-offers.ts';
import { registerPriceHistory } from './prices/register-price-history.ts';

export interface DealsDependencies {
  readonly database: Database;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly clock: Clock;
}

/** What other features read deals by. */
export interface DealReading {
  readonly catalogue: DealCatalogue;
  readonly reader: DealReader;
  readonly names: CatalogueNames;
  /** The deal of GET /api/deals/:id. Throws `not_found`. */
  readOne(id: string): Promise<Deal>;
}

/** The calls that read single deals, and what keeps deals true: prices, grouping and expiry. */
export const registerDeals = (
  app: FastifyInstance,
  dependencies: DealsDependencies,
): DealReading => {
  const { database, clock } = dependencies;
  const repository = createDealRepository(database);
  const names = createCatalogueNames(database, clock);
  const catalogue = createDealCatalogue({ database, repository, names });
  const readOffers = createOfferReader(database, names);

  const readOne = async (id: string): Promise<Deal> => {
    const [[deal], offers] = await Promise.all([
      catalogue.read([Number(id)]),
      readOffers(Number(id)),
    ]);
    if (deal === undefined) throw new CallError('not_found');
    return offers.length < 2 ? deal : { ...deal, offers: [...offers] };
  };

  registerDealChanges(app, { repository, names });
  addCall(app, getDeal, async ({ params, reply }) => {
    const deal = await readOne(params.id);
    void reply.header('Cache-Control', FOR_ANYBODY);
    return { deal };
  });
  registerPriceHistory(app, dependencies);
  registerOffers(app, dependencies);
  registerExpiry(dependencies);
  return { catalogue, reader: createDealReader(repository, names), names, readOne };
};
