import { expectShape, parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { isRecent, type Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { FareCheck, FareState } from '../visit/fare-state.ts';
import type { SourceHttp } from '../source-http.ts';
import { createTravelpayoutsApi, type TravelpayoutsApi } from './travelpayouts-api.ts';
import { travelpayouts } from './travelpayouts.ts';
import { parseAmount } from '../records/amount.ts';
import { parseExternalId } from './fare-key.ts';
import { priceForDatesSchema } from './responses.ts';

const ROWS = 30;

/**
 * Asks for the cheapest fare with the route and days of an external id. Rejects if the source does
 * not respond.
 */
const checkFare = async (
  api: Pick<TravelpayoutsApi, 'pricesForDates'>,
  externalId: string,
): Promise<FareState> => {
  const key = parseExternalId(externalId);
  // The call supports economy class only.
  if (key === null || key.tripClass !== 0) return { state: 'unknown' };
  const rows = await api.pricesForDates({
    origin: key.origin,
    destination: key.destination,
    departure_at: key.departDay,
    ...(key.returnDay === null ? {} : { return_at: key.returnDay }),
    one_way: key.returnDay === null,
    sorting: 'price',
    limit: ROWS,
  });
  const amounts = rows.flatMap((raw) => {
    const { data: row } = parseUntrusted(priceForDatesSchema, raw);
    if (row === undefined || row.departure_at.slice(0, 10) !== key.departDay) return [];
    if (row.return_at.slice(0, 10) !== (key.returnDay ?? '')) return [];
    const price = parseAmount(row.price, 'EUR');
    return typeof price === 'string' || price.amount === 0 ? [] : [price.amount];
  });
  return amounts.length === 0
    ? { state: 'gone' }
    : { state: 'standing', price: { amount: Math.min(...amounts), currency: 'EUR' } };
};

/** The longest wait of a visitor before the redirect, in milliseconds. */
const DEADLINE_MS = 2_500;
/** How long a source's response is cached. */
const REMEMBERED_MS = 60_000;
const MEMORY = 5_000;

export interface FareCheckOptions {
  readonly database: Database;
  /** The requests of one check. */
  readonly httpFor: (signal: AbortSignal) => SourceHttp;
  /** The credentials that sources may name. */
  readonly credentials: ReadonlyMap<string, string>;
  readonly clock: Clock;
  readonly deadlineMs?: number;
}

/** Checks fares of sources that support it; those of others are `unknown`. */
export const createFareCheck = ({
  database,
  httpFor,
  credentials,
  clock,
  deadlineMs = DEADLINE_MS,
}: FareCheckOptions): FareCheck => {
  const responses = new Map<number, { readonly at: number; readonly state: FareState }>();

  const ask = async (dealId: number, signal: AbortSignal): Promise<FareState> => {
    const deal = await database
      .selectFrom('deals')
      .innerJoin('sources', 'sources.id', 'deals.source_id')
      .select(['deals.external_id', 'sources.config'])
      .where('deals.id', '=', dealId)
      .where('sources.kind', '=', travelpayouts.name)
      .executeTakeFirst();
    if (deal === undefined) return { state: 'unknown' };
    const { baseUrl, token } = expectShape(travelpayouts.config, deal.config);
    const value = credentials.get(token);
    if (value === undefined) return { state: 'unknown' };
    const api = createTravelpayoutsApi({ http: httpFor(signal), baseUrl, token: value });
    return checkFare(api, deal.external_id);
  };

  return {
    async check(dealId, signal) {
      const known = responses.get(dealId);
      if (known !== undefined && isRecent(known.at, clock.now(), REMEMBERED_MS)) return known.state;
      try {
        const state = await ask(dealId, AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]));
        if (responses.size >= MEMORY) responses.clear();
        if (state.state !== 'unknown') responses.set(dealId, { at: clock.now(), state });
        return state;
      } catch {
        // The visitor continues whatever the error is; `/admin?view=sources` shows it.
        return { state: 'unknown' };
      }
    },
  };
};
