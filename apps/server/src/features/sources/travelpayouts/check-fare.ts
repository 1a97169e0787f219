import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import type { FareState } from '../visit/fare-state.ts';
import { parseAmount } from '../records/amount.ts';
import { parseExternalId } from './fare-key.ts';
import { priceForDatesSchema } from './responses.ts';
import type { TravelpayoutsApi } from './travelpayouts-api.ts';

const ROWS = 30;

/**
 * Asks for the cheapest fare with the route and days of an external id. Rejects if the source does
 * not respond.
 */
export const checkFare = async (
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
