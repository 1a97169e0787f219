import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { euroCents } from '@izgodno/contract/common/money';
import { visitDeal, type Visit } from '@izgodno/contract/sources/visit-calls';
import type { Bus } from '#platform/bus.ts';
import { addCall } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { changeDeals } from '#features/deals/api.ts';
import type { Database } from '#schema/schema.ts';
import type { FareCheck, FareState } from './fare-state.ts';

/** Milliseconds that a visitor waits for a source. */
const CHECK_TIMEOUT = 4_000;

export interface VisitDependencies {
  readonly database: Database;
  readonly bus: Bus;
  readonly fares: FareCheck;
}

type KnownFare = Exclude<FareState, { readonly state: 'unknown' }>;

const now = () => sql<Date>`now()`;

/**
 * Records what the source said. An unchanged fare is recorded once a minute, because any visitor
 * may ask at any rate.
 */
const record = ({ database, bus }: VisitDependencies, id: number, fare: KnownFare): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    const deal = await transaction
      .selectFrom('deals')
      .select(['price_amount as amount', 'price_currency as currency'])
      .select(sql<boolean>`coalesce(checked_at > now() - interval '1 minute', false)`.as('isFresh'))
      .where('id', '=', id)
      .where('status', '=', 'active')
      .forUpdate()
      .executeTakeFirst();
    if (deal === undefined) return;
    const change = changeDeals.bind(null, { transaction, bus }, { ids: [id] });
    if (fare.state === 'gone') {
      await change({ status: 'expired', checked_at: now(), unread_since: null, updated_at: now() });
    } else if (euroCents(fare.price) !== euroCents(deal)) {
      await change({
        price_amount: fare.price.amount,
        price_currency: fare.price.currency,
        price_eur: euroCents(fare.price),
        original_amount: null,
        // Differs from any digest of the source's data, so that the next import updates the deal.
        content_hash: Buffer.alloc(0),
        checked_at: now(),
        unread_since: null,
        updated_at: now(),
      });
    } else if (!deal.isFresh) {
      await change({ checked_at: now(), unread_since: null });
      // Lists show the time of the check.
      await change({});
    }
  });

/** The result of the check before a visitor is redirected; `null` if there is no such deal. */
const visit = async (dependencies: VisitDependencies, id: number): Promise<Visit | null> => {
  const deal = await dependencies.database
    .selectFrom('deals')
    .select(['link', 'status', 'details', 'price_amount as amount', 'price_currency as currency'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (deal === undefined) return null;
  const url = deal.link ?? undefined;
  if (deal.status !== 'active') return { url, state: 'gone' };
  if (deal.details?.kind !== 'fare') return { url, state: 'unchecked' };

  const fare = await dependencies.fares.check(id, AbortSignal.timeout(CHECK_TIMEOUT));
  if (fare.state === 'unknown') return { url, state: 'unchecked' };
  await record(dependencies, id, fare);
  if (fare.state === 'gone') return { url, state: 'gone' };
  const isDearer = euroCents(fare.price) > euroCents(deal);
  return { url, state: isDearer ? 'dearer' : 'standing', price: fare.price };
};

/** Registers the call that checks a fare before a visit. */
export const registerVisit = (app: FastifyInstance, dependencies: VisitDependencies): void => {
  addCall(app, visitDeal, async ({ params }) => {
    const response = await visit(dependencies, Number(params.id));
    if (response === null) throw new CallError('not_found');
    return { visit: response };
  });
};
