import * as z from 'zod/mini';
import { DAY_S } from '@izgodno/contract/common/durations';
import {
  type Connector,
  type ConnectorContext,
  defineConnector,
  type RecordBatch,
} from '../pipeline/connector.ts';
import { toName } from '../records/draft-fields.ts';
import { baseUrlSchema, hostOf } from '../records/base-url.ts';
import { failureOfPart, readParts } from '../records/read-parts.ts';
import { createAffiliateLinks } from './affiliate-links.ts';
import { type CampaignTags, readCampaignTags } from './campaign-tags.ts';
import { currencyOf, marketOf, markets } from './currency.ts';
import { createPageMapper } from './map-page.ts';
import { createProfitshareApi, type ProfitshareApi, type Shop } from './profitshare-api.ts';
import { failedBefore, parseCursor } from './read-cursor.ts';
import { readShop } from './read-shop.ts';
import { emptyQueryForms } from './signature.ts';

const configSchema = z.strictObject({
  baseUrl: z._default(baseUrlSchema, 'https://api.profitshare.bg'),
  /** Used if the URL does not show it. */
  market: z.optional(z.enum(markets)),
  /** The names of the settings with the API user and key. */
  user: z._default(z.string(), 'PROFITSHARE_USER'),
  key: z._default(z.string(), 'PROFITSHARE_KEY'),
  /** Ids of the shops to read; empty for all. */
  advertisers: z._default(z.array(z.string().check(z.regex(/^\d{1,12}$/))), []),
  emptyQuery: z._default(z.enum(emptyQueryForms), 'with-mark'),
});
type ProfitshareConfig = z.infer<typeof configSchema>;

const byNumber = (one: string, other: string): number => Number(one) - Number(other);

/** The shops to read, each once and by number, so that one that joins or leaves meanwhile does not move others. */
const findShops = async (
  { advertisers }: ProfitshareConfig,
  api: Pick<ProfitshareApi, 'advertisers'>,
): Promise<readonly Shop[]> => {
  const shops: readonly Shop[] =
    advertisers.length > 0 ? advertisers.map((id) => ({ id, name: id })) : await api.advertisers();
  const byId = new Map(shops.map(({ id, name }) => [id, { id, name: toName(name) ?? id }]));
  return [...byId.values()].toSorted((one, other) => byNumber(one.id, other.id));
};

/** The name of the campaigns among the parts that failed. */
const CAMPAIGNS = 'campaigns';

/** The tags of the running campaigns; none if they cannot be read, which stops no shop. */
const findTags = async (
  api: ProfitshareApi,
  { clock, signal }: ConnectorContext,
  failed: Map<string, string>,
): Promise<CampaignTags> => {
  try {
    const tags = await readCampaignTags(api, clock.now());
    failed.delete(CAMPAIGNS);
    return tags;
  } catch (error) {
    failed.set(CAMPAIGNS, failureOfPart(error, signal).message);
    return new Map();
  }
};

const openApi = (
  { baseUrl, user, key, emptyQuery }: ProfitshareConfig,
  { http, clock, credential }: ConnectorContext,
): ProfitshareApi => {
  const credentials = { user: credential(user), key: credential(key) };
  return createProfitshareApi({ http, clock, baseUrl, credentials, emptyQuery });
};

const open = (config: ProfitshareConfig, context: ConnectorContext): Connector => {
  const { baseUrl } = config;
  const start = parseCursor(context.cursor);
  const failed = new Map(failedBefore(start));
  let fraction = 0;

  const records = async function* (): AsyncGenerator<RecordBatch> {
    const now = context.clock.now();
    const api = openApi(config, context);
    const shops = await findShops(config, api);
    const tags = await findTags(api, context, failed);
    const links = createAffiliateLinks(api, (ids) => context.knownLinks(ids));
    const currency = currencyOf(config.market ?? marketOf(baseUrl), now);
    const mapper = createPageMapper(links, tags, currency);
    const read = (shop: Shop): AsyncGenerator<RecordBatch> => {
      const at = shops.indexOf(shop);
      return readShop({ api, context, mapper, failed, start }, shop, (share) => {
        fraction = (at + share) / shops.length;
      });
    };
    const rest = shops.filter(({ id }) => start === null || byNumber(id, start.advertiser) >= 0);
    const fail = ({ id, name }: Shop, { message }: Error): void =>
      void failed.set(name, `${id}, ${message}`);
    yield* readParts(rest, read, fail, context);
  };

  return {
    origin: baseUrl,
    // Thousands of pages at 60 a minute, so an interrupted reading resumes.
    coverage: { kind: 'incremental', keepMs: 0 },
    records,
    describe: () => ({ id: hostOf(baseUrl), name: 'Profitshare' }),
    fractionRead: () => fraction,
    isUnchanged: () => false,
    failedParts: () => failed,
  };
};

/** Products of the shops in Profitshare's network, by its API. */
export const profitshare = defineConnector<ProfitshareConfig>({
  name: 'profitshare',
  config: configSchema,
  group: 'other',
  commission: true,
  everySeconds: DAY_S,
  open,
});
