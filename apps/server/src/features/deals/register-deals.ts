import type { FastifyInstance } from 'fastify';
import { getDeal } from '@izgodno/contract/deals/calls';
import type { Deal, Offer } from '@izgodno/contract/deals/deal';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import { FOR_ANYBODY } from '#platform/http/cache-headers.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { type FacetNames, createFacetNames } from './facet-names.ts';
import { createDealLookup } from './deal-lookup.ts';
import type { DealLookup } from './deal-lookup.ts';
import { createDealReader, type DealReader } from './deal-reader.ts';
import { createDealRepository, type DealRepository } from './deal-repository.ts';
import { registerExpiry } from './register-expiry.ts';
import { registerOffers } from './grouping/register-offers.ts';
import { registerPriceHistory } from './prices/register-price-history.ts';
import { listDealChanges } from '@izgodno/contract/deals/change-calls';
import { presentDeal } from './present-deal.ts';

/** A popular product has some dozens of shops; further offers are of no use. */
const MAX_OFFERS = 50;

/**
 * Reads all sources' offers for a deal's product, its own included: in stock first, then by price.
 */
const createOfferReader =
  (database: Database, names: FacetNames) =>
  async (dealId: number): Promise<readonly Offer[]> => {
    const rows = await database
      .with('asked', (db) =>
        db
          .selectFrom('deals')
          .select((deal) => deal.fn.coalesce('represented_by', 'id').as('id'))
          .where('id', '=', dealId),
      )
      .selectFrom('deals')
      .innerJoin('asked', (join) =>
        join.on((on) =>
          on.or([
            on('deals.id', '=', on.ref('asked.id')),
            on('deals.represented_by', '=', on.ref('asked.id')),
          ]),
        ),
      )
      .select([
        'deals.id',
        'deals.source_id',
        'deals.merchant',
        'deals.price_amount',
        'deals.price_currency',
        'deals.availability',
        'deals.link',
        'deals.checked_at',
      ])
      .where('deals.status', '=', 'active')
      .where('deals.deleted_at', 'is', null)
      .orderBy((deal) => deal('deals.availability', '=', 'in_stock'), 'desc')
      .orderBy('deals.price_eur')
      .orderBy('deals.id')
      .limit(MAX_OFFERS)
      .execute();
    const { sources } = await names.read(rows.map((row) => row.source_id));
    return rows.flatMap((row) => {
      const source = sources.get(row.source_id);
      if (source === undefined) return [];
      const checkedAt = row.checked_at ?? source.checkedAt;
      return {
        dealId: String(row.id),
        source: { id: row.source_id, name: source.name },
        merchant: row.merchant ?? undefined,
        price: { amount: row.price_amount, currency: row.price_currency },
        inStock: row.availability === 'in_stock',
        url: row.link ?? undefined,
        commission: source.commission,
        checkedAt: checkedAt?.toISOString(),
      };
    });
  };

interface DealChangesDependencies {
  readonly repository: DealRepository;
  readonly names: FacetNames;
}

/** Known versions by deal id; -1 if unknown. */
const knownVersions = (watched: readonly string[]): ReadonlyMap<number, number> =>
  new Map(
    watched.map((text) => {
      const [id, version = '-1'] = text.split('-');
      return [Number(id), Number(version)];
    }),
  );

/** The call that open pages poll to keep visible deals up to date. */
const registerDealChanges = (
  app: FastifyInstance,
  { repository, names }: DealChangesDependencies,
): void => {
  // Each deal is compared with its own version, because change numbers are not committed in order
  // and one number for all could hide a late change.
  addCall(app, listDealChanges, async ({ query }) => {
    const known = knownVersions(query.ids);
    const rows = await repository.findByIds([...known.keys()]);
    const changed = rows.filter(({ id, change_seq }) => change_seq > (known.get(id) ?? -1));
    const present = await names.read(changed.map(({ source_id }) => source_id));
    const found = new Set(rows.map(({ id }) => id));
    return {
      changes: changed.map((row) => ({ version: row.change_seq, deal: presentDeal(row, present) })),
      gone: [...known.keys()].filter((id) => !found.has(id)).map(String),
    };
  });
};

export interface DealsDependencies {
  readonly database: Database;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly clock: Clock;
}

/** What other features read deals by. */
export interface DealReading {
  readonly catalogue: DealLookup;
  readonly reader: DealReader;
  readonly names: FacetNames;
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
  const names = createFacetNames(database, clock);
  const catalogue = createDealLookup({ database, repository, names });
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
