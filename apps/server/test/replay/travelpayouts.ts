import { DAY_MS } from '@izgodno/contract/common/durations';
import type { ReplayResponse } from './exchange.ts';
import { jsonResponse } from './json-answer.ts';
import { startReplayServer, type RateLimit, type ReplayServer } from './replay-server.ts';
import { createShelf, type Shelf } from './shelf.ts';

export const TRAVELPAYOUTS_TOKEN = 'demo_token';

const DEFAULT_LIMIT = 30;
const MAX_LIMIT = 1_000;
const OFFERS = 8;

const limits: readonly RateLimit[] = [
  { path: '/v2/prices/latest', perMinute: 300 },
  { path: '/aviasales/v3/', perMinute: 600 },
];

const destinations = [
  'BCN',
  'FCO',
  'LON',
  'MIL',
  'ATH',
  'VIE',
  'BER',
  'DXB',
  'PAR',
  'XKX',
] as const;

export interface TravelpayoutsOptions {
  /** Fares from Sofia. */
  readonly size?: number;
  /** Replaces a fare of prices/latest by another row. */
  readonly row?: (item: number) => unknown;
  readonly now?: () => number;
  readonly port?: number;
  readonly limited?: boolean;
}

export interface TravelpayoutsReplay {
  readonly server: ReplayServer;
  readonly shelf: Shelf;
}

const destinationOf = (item: number): string =>
  destinations[Math.floor(item / 300) % destinations.length] ?? 'BCN';

const rejection = (error: string, status: number): ReplayResponse =>
  jsonResponse({ success: false, data: {}, error }, status);

/**
 * The Travelpayouts Data API over numbered fares from Sofia, the first of which are special offers.
 */
export const startTravelpayouts = async ({
  size = 40,
  row,
  now = Date.now,
  port = 0,
  limited = true,
}: TravelpayoutsOptions = {}): Promise<TravelpayoutsReplay> => {
  const shelf = createShelf(size);
  const began = now();
  const day = (after: number): string =>
    new Date(now() + after * DAY_MS).toISOString().slice(0, 10);
  const departDay = (item: number): string => day(10 + (item % 300));
  const returnDay = (item: number): string => (item % 7 === 0 ? '' : day(13 + (item % 300)));
  // The default currency is the rouble.
  const value = (item: number, currency: string): number =>
    currency === 'eur' ? shelf.priceOf(item) / 100 : shelf.priceOf(item);

  const offerOf = (item: number, currency: string): unknown => ({
    title: `София → ${destinationOf(item)}`,
    origin: 'SOF',
    destination: destinationOf(item),
    departure_at: `${departDay(item)}T06:20:00+02:00`,
    return_at: returnDay(item) === '' ? '' : `${returnDay(item)}T10:05:00+01:00`,
    airline: 'FR',
    price: value(item, currency),
    link: `/search/SOF1002${destinationOf(item)}15021?t=${item}`,
  });

  const latestOf = (item: number, currency: string): unknown => ({
    trip_class: 0,
    origin: 'SOF',
    destination: destinationOf(item),
    depart_date: departDay(item),
    return_date: returnDay(item),
    number_of_changes: item % 2,
    value: value(item, currency),
    found_at: new Date(began - (item % 3) * DAY_MS).toISOString(),
    distance: 1_000,
    actual: true,
  });

  const pricesFor = (query: URLSearchParams, currency: string): readonly unknown[] =>
    shelf.items
      .filter(
        (item) =>
          destinationOf(item) === query.get('destination') &&
          departDay(item) === query.get('departure_at') &&
          returnDay(item) === (query.get('return_at') ?? ''),
      )
      .map((item) => offerOf(item, currency));

  const respond = ({ pathname, searchParams }: URL): ReplayResponse => {
    const currency = searchParams.get('currency') ?? 'rub';
    const fromSofia = (searchParams.get('origin') ?? 'SOF') === 'SOF';
    const items = fromSofia ? shelf.items : [];
    const give = (data: readonly unknown[]): ReplayResponse =>
      jsonResponse({ success: true, currency, data, error: null });
    switch (pathname) {
      case '/aviasales/v3/get_special_offers':
        return give(items.slice(0, OFFERS).map((item) => offerOf(item, currency)));
      case '/aviasales/v3/prices_for_dates':
        return give(fromSofia ? pricesFor(searchParams, currency) : []);
      case '/v2/prices/latest': {
        const limit = Number(searchParams.get('limit') ?? DEFAULT_LIMIT);
        const page = Number(searchParams.get('page') ?? 1);
        if (!(limit >= 1 && limit <= MAX_LIMIT)) return rejection('limit is not valid', 400);
        const shown = items.slice((page - 1) * limit, page * limit);
        return give(shown.map(row ?? ((item) => latestOf(item, currency))));
      }
      default:
        return rejection('not found', 404);
    }
  };

  const server = await startReplayServer({
    now,
    port,
    limits: limited ? limits : [],
    limitHeaders: (limit, used, secondsLeft) => ({
      'x-rate-limit': limit.perMinute,
      'x-rate-limit-remaining': Math.max(0, limit.perMinute - used),
      'x-rate-limit-reset': secondsLeft,
    }),
    reject: () => rejection('too many requests', 429),
    shelf,
    response: ({ headers, url }) =>
      headers['x-access-token'] === TRAVELPAYOUTS_TOKEN
        ? respond(url)
        : rejection('Unauthorized', 401),
  });
  return { server, shelf };
};
