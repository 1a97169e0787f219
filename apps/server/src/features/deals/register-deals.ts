import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { getDeal } from '@izgodno/contract/deals/calls';
import { findDealByLink } from '@izgodno/contract/deals/link-calls';
import { type Deal, type DealVariant, type Offer, offerSchema } from '@izgodno/contract/deals/deal';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, DatabaseReads } from '#schema/schema.ts';
import { addCall } from '#platform/http/add-call.ts';
import { FOR_ANYBODY } from '#platform/http/cache-headers.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { type FacetNames, createFacetNames } from './facet-names.ts';
import { createDealLookup, type DealLookup } from './deal-lookup.ts';
import { createDealReader, type DealReader } from './deal-reader.ts';
import { createDealRepository, type DealRepository } from './deal-repository.ts';
import { registerExpiry } from './register-expiry.ts';
import { registerOffers } from './grouping/register-offers.ts';
import { countRepresented } from './grouping/count-represented.ts';
import { findOfferOfLink } from './grouping/find-offer-of-page.ts';
import { findSuccessor } from './grouping/successor.ts';
import { registerReductions } from './prices/observed-reductions.ts';
import { readAreaPrice } from './prices/area-price.ts';
import { registerClaimRecord } from './prices/register-claim-record.ts';
import { registerPriceHistory } from './prices/register-price-history.ts';
import { listDealChanges } from '@izgodno/contract/deals/change-calls';
import { createPresentDeals, deliveryOf, lastChecked, type PresentDeals } from './present-deal.ts';

/** A popular product has some dozens of shops; further offers are of no use. */
const MAX_OFFERS = 50;

/**
 * Reads all sources' offers for a deal's product, its own included: in stock first, then by the
 * price with delivery, where that is known. An offer that does not fit the contract is left out.
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
        'deals.delivery_eur',
        'deals.delivery_days',
        'deals.availability',
        'deals.link',
        'deals.checked_at',
        'deals.unread_since',
      ])
      .where('deals.status', '=', 'active')
      .where('deals.deleted_at', 'is', null)
      .orderBy((deal) => deal('deals.availability', '=', 'in_stock'), 'desc')
      .orderBy(sql`deals.price_eur + coalesce(deals.delivery_eur, 0)`)
      .orderBy('deals.id')
      .limit(MAX_OFFERS)
      .execute();
    const { sources } = await names.read(rows.map((row) => row.source_id));
    return rows.flatMap((row) => {
      const source = sources.get(row.source_id);
      if (source === undefined) return [];
      const checkedAt = lastChecked(row, source);
      const { delivery, deliveryDays, total } = deliveryOf(row);
      const offer = {
        dealId: String(row.id),
        source: { id: row.source_id, name: source.name },
        merchant: row.merchant ?? undefined,
        price: { amount: row.price_amount, currency: row.price_currency },
        delivery,
        deliveryDays,
        total,
        inStock: row.availability === 'in_stock',
        url: row.link ?? undefined,
        commission: source.commission,
        checkedAt: checkedAt?.toISOString(),
      };
      return parseUntrusted(offerSchema, offer).data ?? [];
    });
  };

interface Product {
  readonly gtin?: string;
  readonly brandSlug?: string;
  readonly variants?: DealVariant[];
  readonly representative?: string;
}

/**
 * What is known of a deal's product beyond what lists show: its number, its brand, its choices, and the deal
 * that represents all offers of it.
 */
const readProduct = async (database: Database, id: number): Promise<Product> => {
  const row = await database
    .selectFrom('deals')
    .select(['gtin', 'brand_slug', 'variants', 'represented_by'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return {};
  const { gtin, brand_slug, variants, represented_by } = row;
  return {
    ...(gtin === null ? {} : { gtin }),
    ...(brand_slug === null ? {} : { brandSlug: brand_slug }),
    ...(variants?.length ? { variants } : {}),
    ...(represented_by === null ? {} : { representative: String(represented_by) }),
  };
};

interface DealChangesDependencies {
  readonly repository: DealRepository;
  readonly presentDeals: PresentDeals;
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
  { repository, presentDeals }: DealChangesDependencies,
): void => {
  // Each deal is compared with its own version, because change numbers are not committed in order
  // and one number for all could hide a late change.
  addCall(app, listDealChanges, async ({ query }) => {
    const known = knownVersions(query.ids);
    const versions = await repository.findVersions([...known.keys()]);
    const changed = await repository.findByIds(
      [...known].flatMap(([id, version]) => ((versions.get(id) ?? -1) > version ? id : [])),
    );
    const deals = await presentDeals(changed);
    return {
      changes: changed.flatMap(({ id, change_seq }) => {
        const deal = deals.get(id);
        return deal === undefined ? [] : [{ version: change_seq, deal }];
      }),
      gone: [...known.keys()].filter((id) => !versions.has(id)).map(String),
    };
  });
};

export interface DealsDependencies {
  readonly database: Database;
  readonly reads: DatabaseReads;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly clock: Clock;
}

/** What other features read deals by. */
export interface DealReading {
  readonly dealLookup: DealLookup;
  readonly reader: DealReader;
  readonly names: FacetNames;
  /** The deal of GET /api/deals/:id. Throws `not_found`. */
  readOne(id: string): Promise<Deal>;
  /** The deal that replaces a removed one of a source; undefined if there is none. */
  findSuccessor(id: string): Promise<string | undefined>;
  /** How many offers of sources are in no list, because others cost the same or less. */
  countRepresented(sourceIds: readonly string[]): Promise<number>;
}

/** Adds to `not_found` which deal replaces the removed one, so that open pages lead there too. */
const nameSuccessor =
  (database: Database, id: string) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof CallError) || error.code !== 'not_found') throw error;
    const successor = await findSuccessor(database, Number(id));
    throw successor === undefined
      ? error
      : new CallError('not_found', { details: { successor: String(successor) } });
  };

/** The calls that read single deals, and what keeps deals true: prices, grouping and expiry. */
export const registerDeals = (
  app: FastifyInstance,
  dependencies: DealsDependencies,
): DealReading => {
  const { database, clock } = dependencies;
  const repository = createDealRepository(database);
  const names = createFacetNames(database, clock);
  const presentDeals = createPresentDeals({ names, clock, logger: app.log });
  const dealLookup = createDealLookup({ database, repository, names, presentDeals });
  const readOffers = createOfferReader(database, names);

  const readOne = async (id: string): Promise<Deal> => {
    const [[deal], offers, product] = await Promise.all([
      dealLookup.read([Number(id)]),
      readOffers(Number(id)),
      readProduct(database, Number(id)),
    ]);
    if (deal === undefined) throw new CallError('not_found');
    const areaPrice = await readAreaPrice(database, deal, clock.now());
    return {
      ...deal,
      ...(areaPrice === undefined ? {} : { areaPrice }),
      ...(offers.length < 2 ? {} : { offers: [...offers] }),
      ...product,
    };
  };

  registerDealChanges(app, { repository, presentDeals });
  addCall(app, getDeal, async ({ params, reply }) => {
    const deal = await readOne(params.id).catch(nameSuccessor(database, params.id));
    void reply.header('Cache-Control', FOR_ANYBODY);
    return { deal };
  });
  addCall(app, findDealByLink, async ({ query }) => {
    const id = await findOfferOfLink(database, query.link);
    return id === undefined ? {} : { id: String(id) };
  });
  registerReductions(dependencies);
  registerPriceHistory(app, dependencies);
  registerClaimRecord(app, database);
  registerOffers(app, dependencies);
  registerExpiry(dependencies);
  return {
    dealLookup,
    reader: createDealReader({ repository, names, presentDeals, clock }),
    names,
    readOne,
    async findSuccessor(id) {
      const successor = await findSuccessor(database, Number(id));
      return successor === undefined ? undefined : String(successor);
    },
    countRepresented: (sourceIds) => countRepresented(database, sourceIds),
  };
};
