import { sql } from 'kysely';
import { convertMinor, type Money } from '@izgodno/contract/common/money';
import type { Visit } from '@izgodno/contract/sources/visit-calls';
import type { Database } from '#schema/schema.ts';
import type { FareCheck, FareState } from './fare-state.ts';

/** Milliseconds that a visitor waits for a source. */
const CHECK_TIMEOUT = 4_000;

export interface VisitDependencies {
  readonly database: Database;
  readonly fares: FareCheck;
  /** Called if the check changed the deal. */
  readonly onChange: () => void;
}

const changed = () => sql<number>`nextval('deal_change_seq')`;

/** Records that the offer is unavailable. */
const expire = async (database: Database, id: number): Promise<void> => {
  await database
    .updateTable('deals')
    .set({ status: 'expired', updated_at: sql`now()`, change_seq: changed() })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .execute();
};

/** Records another price, with its observation. */
const reprice = (database: Database, id: number, price: Money): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('deals')
      .set({
        price_amount: price.amount,
        price_currency: price.currency,
        price_eur: convertMinor(price.amount, price.currency, 'EUR'),
        original_amount: null,
        discount_percent: null,
        // Differs from any digest of the source's data, so that the next import updates the deal.
        content_hash: Buffer.alloc(0),
        checked_at: sql`now()`,
        updated_at: sql`now()`,
        change_seq: changed(),
      })
      .where('id', '=', id)
      .execute();
    await transaction
      .insertInto('price_observations')
      .values({
        deal_id: id,
        price_amount: price.amount,
        price_currency: price.currency,
        original_amount: null,
      })
      .execute();
  });

/**
 * Records that the offer is available. Returns false if that was done recently, because any visitor
 * may ask at any rate.
 */
const touch = async (database: Database, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await database
    .updateTable('deals')
    .set({ checked_at: sql`now()`, change_seq: changed() })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('checked_at', 'is', null),
        where('checked_at', '<', sql<Date>`now() - interval '1 minute'`),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

type KnownFare = Exclude<FareState, { readonly state: 'unknown' }>;

const inEuroCents = ({ amount, currency }: Money): number => convertMinor(amount, currency, 'EUR');

/** False if nothing had to be recorded. */
const writeDown = async (
  database: Database,
  id: number,
  shown: Money,
  fare: KnownFare,
): Promise<boolean> => {
  if (fare.state === 'standing' && inEuroCents(fare.price) === inEuroCents(shown))
    return touch(database, id);
  await (fare.state === 'gone' ? expire(database, id) : reprice(database, id, fare.price));
  return true;
};

/** The result of the check before a visitor is redirected; `null` if there is no such deal. */
export const visit = async (
  { database, fares, onChange }: VisitDependencies,
  id: number,
): Promise<Visit | null> => {
  const deal = await database
    .selectFrom('deals')
    .select(['link', 'status', 'details', 'price_amount', 'price_currency'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (deal === undefined) return null;
  const url = deal.link ?? undefined;
  if (deal.status !== 'active') return { url, state: 'gone' };
  if (deal.details?.kind !== 'fare') return { url, state: 'unchecked' };

  const fare = await fares.check(id, AbortSignal.timeout(CHECK_TIMEOUT));
  if (fare.state === 'unknown') return { url, state: 'unchecked' };
  const shown = { amount: deal.price_amount, currency: deal.price_currency };
  const isNews = await writeDown(database, id, shown, fare);
  if (isNews) {
    await database.insertInto('offers_to_group').values({ deal_id: id }).execute();
    onChange();
  }

  if (fare.state === 'gone') return { url, state: 'gone' };
  const isDearer = inEuroCents(fare.price) > inEuroCents(shown);
  return { url, state: isDearer ? 'dearer' : 'standing', price: fare.price };
};
