import * as z from 'zod/mini';
import { DAY_S } from '@izgodno/contract/common/durations';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import {
  defineConnector,
  type Connector,
  type ConnectorContext,
  type MappedRecord,
  type RecordBatch,
  type Rejection,
} from '../pipeline/connector.ts';
import { type MappedDeal } from '#features/deals/api.ts';
import { baseUrlSchema, hostOf } from '../records/base-url.ts';
import { reject, toRecord } from '../records/draft-fields.ts';
import { readParts } from '../records/read-parts.ts';
import { readWholePages, type NumberedPage } from '../records/whole-pages.ts';
import { mapLatestPrice, mapSpecialOffer, type FareMapping } from './map-fare.ts';
import { latestPriceSchema, specialOfferSchema } from './responses.ts';
import { createTravelpayoutsApi, type TravelpayoutsApi } from './travelpayouts-api.ts';

/** The largest number of rows of one call of prices/latest. */
const LATEST_ROWS = 1_000;

const locationCode = z.string().check(z.regex(/^[A-Z]{3}$/));

const travelpayoutsConfig = z.strictObject({
  baseUrl: z._default(baseUrlSchema, 'https://api.travelpayouts.com'),
  /** The name of the setting with the token. */
  token: z._default(z.string(), 'TRAVELPAYOUTS_TOKEN'),
  /** The partner's number, which earns the commission. */
  marker: z._default(z.nullable(z.string().check(z.regex(/^[\w.-]{1,64}$/))), null),
  /** The places of departure. */
  origins: z._default(z.array(locationCode).check(z.minLength(1)), ['SOF', 'VAR', 'BOJ', 'PDV']),
});
type TravelpayoutsConfig = z.infer<typeof travelpayoutsConfig>;

const latestPages = (api: TravelpayoutsApi, origin: string) =>
  readWholePages(
    `Travelpayouts' latest prices from ${origin}`,
    async (page): Promise<NumberedPage<unknown>> => {
      const items = await api.latestPrices({
        origin,
        period_type: 'year',
        one_way: false,
        sorting: 'price',
        limit: LATEST_ROWS,
        page,
      });
      // The last page is the one that is not full.
      return { number: page, total: items.length < LATEST_ROWS ? page : page + 1, items };
    },
  );

const open = (config: TravelpayoutsConfig, context: ConnectorContext): Connector => {
  let done = 0;
  const failed = new Map<string, string>();
  const noteFailure = (origin: string, { message }: Error): void =>
    void failed.set(origin, message);

  const records = async function* (): AsyncGenerator<RecordBatch> {
    const api = createTravelpayoutsApi({
      http: context.http,
      baseUrl: config.baseUrl,
      token: context.credential(config.token),
    });
    const mapping: FareMapping = { now: context.clock.now(), marker: config.marker };
    let row = 0;

    const mapRows = <Row>(
      rows: readonly unknown[],
      schema: z.ZodMiniType<Row>,
      map: (row: Row, mapping: FareMapping) => MappedDeal | Rejection,
    ): MappedRecord[] =>
      rows.map((raw) => {
        row += 1;
        const parsed = parseUntrusted(schema, raw);
        return toRecord(
          row,
          null,
          parsed.success
            ? map(parsed.data, mapping)
            : reject('shape_unknown', JSON.stringify(raw) ?? ''),
        );
      });

    const readOrigin = async function* (origin: string): AsyncGenerator<RecordBatch> {
      // First, because the first record of a fare wins and special offers have more data than
      // latest prices.
      const offers = await api.specialOffers({ origin });
      yield { records: mapRows(offers, specialOfferSchema, mapSpecialOffer) };
      for await (const { items } of latestPages(api, origin))
        yield { records: mapRows(items, latestPriceSchema, mapLatestPrice) };
      done += 1;
    };
    yield* readParts(config.origins, readOrigin, noteFailure, context);
  };

  return {
    origin: config.baseUrl,
    coverage: { kind: 'full' },
    records,
    describe: () => ({ id: hostOf(config.baseUrl), name: 'Aviasales' }),
    fractionRead: () => done / config.origins.length,
    isUnchanged: () => false,
    failedParts: () => failed,
  };
};

/** Fares of the Travelpayouts Data API: prices that users found in the last days. */
export const travelpayouts = defineConnector<TravelpayoutsConfig>({
  name: 'travelpayouts',
  config: travelpayoutsConfig,
  group: 'travel',
  commission: true,
  // Without conditional requests (specification of sources, section 7). Fares are checked again
  // before a visitor is redirected.
  everySeconds: DAY_S,
  open,
});
