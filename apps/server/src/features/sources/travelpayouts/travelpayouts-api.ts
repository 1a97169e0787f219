import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { ImportError } from '../pipeline/import-error.ts';
import { parseJson, parseShape } from '../records/read-json.ts';
import type { RateLimit, SourceHttp } from '../source-http.ts';
import { envelopeSchema } from './responses.ts';

/** Documented calls a minute (specification of sources, section 3). */
const latestLimit: RateLimit = { name: 'latest', calls: 300, perMs: MINUTE_MS };
const v3Limit: RateLimit = { name: 'v3', calls: 600, perMs: MINUTE_MS };

type Parameters = Readonly<Record<string, string | number | boolean>>;

export interface TravelpayoutsApi {
  /** Unparsed rows of each call; prices are in euro. */
  specialOffers(parameters: Parameters): Promise<readonly unknown[]>;
  latestPrices(parameters: Parameters): Promise<readonly unknown[]>;
  pricesForDates(parameters: Parameters): Promise<readonly unknown[]>;
}

export interface TravelpayoutsApiOptions {
  readonly http: SourceHttp;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
}

export const createTravelpayoutsApi = ({
  http,
  baseUrl,
  token,
}: TravelpayoutsApiOptions): TravelpayoutsApi => {
  const call = async (
    path: string,
    parameters: Parameters,
    rateLimit: RateLimit,
  ): Promise<readonly unknown[]> => {
    // The default currency is the rouble.
    const query = new URLSearchParams({ currency: 'eur' });
    for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
    const response = await http.read(`${baseUrl}${path}?${query.toString()}`, {
      headers: { 'x-access-token': token, accept: 'application/json' },
      rateLimit,
    });
    if (response.status === 401 || response.status === 403) {
      throw new ImportError(
        'SOURCE_REFUSES',
        `Travelpayouts answered ${response.status}: check the token.`,
      );
    }
    const what = `Travelpayouts' ${path}`;
    const { success, data, error } = parseShape(envelopeSchema, parseJson(response, what), what);
    if (response.status !== 200 || success === false) {
      throw new ImportError(
        'SOURCE_REFUSES',
        `${what} answered ${response.status}: ${error.slice(0, 200) || 'no reason given'}.`,
      );
    }
    if (!Array.isArray(data))
      throw new ImportError('SOURCE_SHAPE_CHANGED', `${what}: expected data to be a list.`);
    return data;
  };

  return {
    specialOffers: (parameters) => call('/aviasales/v3/get_special_offers', parameters, v3Limit),
    latestPrices: (parameters) => call('/v2/prices/latest', parameters, latestLimit),
    pricesForDates: (parameters) => call('/aviasales/v3/prices_for_dates', parameters, v3Limit),
  };
};
