import * as z from 'zod/mini';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import {
  type Connector,
  type ConnectorContext,
  type Cursor,
  defineConnector,
  type MappedRecord,
  type RecordBatch,
} from '../pipeline/connector.ts';
import { reject, toName, toRecord } from '../records/draft-fields.ts';
import { baseUrlSchema, hostOf } from '../records/base-url.ts';
import { readParts } from '../records/read-parts.ts';
import { readEachPage, readWholePages } from '../records/whole-pages.ts';
import { currencyOf, marketOf, markets } from './currency.ts';
import { createProductMapper, productKey } from './map-product.ts';
import {
  createProfitshareApi,
  LINK_BATCH,
  type ProfitshareApi,
  type Shop,
} from './profitshare-api.ts';
import { type Campaign, type Product, productSchema } from './responses.ts';
import { emptyQueryForms } from './signature.ts';
import { cleanUrl } from '../merchant-feed/text.ts';
import { normaliseTag, TAG_LIMITS } from '@izgodno/contract/deals/tags';
import { isSaleOn } from '../merchant-feed/sale-period.ts';

/** The names of the running campaigns, as tags, by the host of their shop. */
const tagsByHost = (
  campaigns: readonly Campaign[],
  now: number,
): ReadonlyMap<string, readonly string[]> => {
  const tags = new Map<string, string[]>();
  for (const campaign of campaigns) {
    const host = hostOf(campaign.url.trim());
    const tag = normaliseTag(toName(campaign.name) ?? '')
      .slice(0, TAG_LIMITS.length)
      .trim();
    if (host === null || tag === '' || !isSaleOn(`${campaign.startDate}/${campaign.endDate}`, now))
      continue;
    const known = tags.get(host) ?? [];
    if (!known.includes(tag)) tags.set(host, [...known, tag]);
  }
  return tags;
};

/** The tags of the shop with this URL. */
const tagsOfShop = (
  tags: ReadonlyMap<string, readonly string[]>,
  link: string,
): readonly string[] => (tags.size === 0 ? [] : (tags.get(hostOf(link.trim()) ?? '') ?? []));

interface AffiliateLinks {
  /** The links with commission, by product key; products without one are left out. */
  linksOf(products: readonly Product[]): Promise<ReadonlyMap<string, string>>;
}

/** Finds products' links with commission: the product's own, a stored one, or a new one. */
const createAffiliateLinks = (
  api: Pick<ProfitshareApi, 'createLinks'>,
  knownLinks: (externalIds: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): AffiliateLinks => ({
  async linksOf(products) {
    const links = new Map<string, string>();
    const without = new Map<string, { readonly name: string; readonly url: string }>();
    for (const product of products) {
      const key = productKey(product);
      const url = cleanUrl(product.link);
      if (key === null || url === null) continue;
      const given = cleanUrl(product.affiliate_link);
      if (given === null) without.set(key, { name: product.name, url });
      else links.set(key, given);
    }

    const known = await knownLinks([...without.keys()]);
    for (const [key, { url }] of without) {
      const link = known.get(key);
      // A stored deal may have been read without commission.
      if (link === undefined || link === url) continue;
      links.set(key, link);
      without.delete(key);
    }

    const missing = [...without];
    for (let from = 0; from < missing.length; from += LINK_BATCH) {
      const batch = missing.slice(from, from + LINK_BATCH);
      const created = await api.createLinks(batch.map(([, target]) => target));
      for (const [at, [key]] of batch.entries()) {
        const link = cleanUrl(created[at] ?? '');
        if (link !== null) links.set(key, link);
      }
    }
    return links;
  },
});

const DAY_S = 24 * 60 * 60;

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

/** The page that was read last. */
const cursorSchema = z.object({
  advertiser: z.string().check(z.regex(/^\d+$/)),
  page: z.int().check(z.positive()),
  /** The shops that failed, each on a line: name, tab and reason. */
  failed: z._default(z.string(), ''),
});
type ReadCursor = z.infer<typeof cursorSchema>;

const cursorOf = (cursor: Cursor | null): ReadCursor | null =>
  parseUntrusted(cursorSchema, cursor).data ?? null;

const byNumber = (one: string, other: string): number => Number(one) - Number(other);

const readCampaigns = async (api: ProfitshareApi): Promise<readonly Campaign[]> => {
  const campaigns: Campaign[] = [];
  for await (const { items } of readWholePages("Profitshare's campaigns", (page) =>
    api.campaigns(page),
  ))
    campaigns.push(...items);
  return campaigns;
};

/** Shops that failed, with the reasons, as a cursor stores them: each on a line, with a tab. */
const failedText = (failed: ReadonlyMap<string, string>): string =>
  [...failed].map(([shop, reason]) => `${shop}\t${reason.replace(/\s+/g, ' ')}`).join('\n');

const parseFailed = (text: string): readonly [string, string][] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [shop = '', reason = ''] = line.split('\t');
      return [shop, reason];
    });

/** The names of the shops to read, by id. */
const nameShops = async (
  { advertisers }: ProfitshareConfig,
  api: Pick<ProfitshareApi, 'advertisers'>,
): Promise<ReadonlyMap<string, string>> => {
  const shops: readonly Shop[] =
    advertisers.length > 0 ? advertisers.map((id) => ({ id, name: id })) : await api.advertisers();
  return new Map(shops.map(({ id, name }) => [id, toName(name) ?? id]));
};

/** Notes what is wrong with pages of a shop, beside what an interrupted reading has noted of it. */
const notePages = (failed: Map<string, string>, name: string, advertiser: string) => {
  const before = failed.get(name);
  return (reasons: readonly string[]): void => {
    if (reasons.length > 0) failed.set(name, `${advertiser}, ${reasons.join(' ')}`);
    else if (before === undefined) failed.delete(name);
    else failed.set(name, before);
  };
};

const openApi = (
  { baseUrl, user, key, emptyQuery }: ProfitshareConfig,
  { http, clock, credential }: ConnectorContext,
): ProfitshareApi => {
  const credentials = { user: credential(user), key: credential(key) };
  return createProfitshareApi({ http, clock, baseUrl, credentials, emptyQuery });
};

/** Maps the products of each page, and gives them their links. */
const createPageMapper = (
  links: AffiliateLinks,
  tags: ReadonlyMap<string, readonly string[]>,
  toDeal: ReturnType<typeof createProductMapper>,
) => {
  let row = 0;

  return async (items: readonly unknown[]): Promise<MappedRecord[]> => {
    const products = items.map((item) => parseUntrusted(productSchema, item).data ?? null);
    const linkOf = await links.linksOf(products.filter((product) => product !== null));
    return products.map((product, at) => {
      row += 1;
      if (product === null)
        return toRecord(row, null, reject('shape_unknown', JSON.stringify(items[at])));
      const externalId = productKey(product);
      const affiliateLink = externalId === null ? null : (linkOf.get(externalId) ?? null);
      const extras = { externalId, affiliateLink, tags: tagsOfShop(tags, product.link) };
      return toRecord(row, externalId, toDeal(product, extras));
    });
  };
};

const open = (config: ProfitshareConfig, context: ConnectorContext): Connector => {
  const { baseUrl } = config;
  let fraction = 0;
  const failed = new Map<string, string>();

  const records = async function* (): AsyncGenerator<RecordBatch> {
    const now = context.clock.now();
    const api = openApi(config, context);
    const names = await nameShops(config, api);
    // Sorted, so that a shop that joins or leaves meanwhile does not move others.
    const start = cursorOf(context.cursor);
    const advertisers = [...names.keys()].sort(byNumber);
    for (const [shop, reason] of parseFailed(start?.failed ?? '')) failed.set(shop, reason);
    const tags = tagsByHost(await readCampaigns(api), now);
    const links = createAffiliateLinks(api, (ids) => context.knownLinks(ids));
    const currency = currencyOf(config.market ?? marketOf(baseUrl), now);
    const mapPage = createPageMapper(links, tags, createProductMapper(currency));

    const nameOf = (advertiser: string): string => names.get(advertiser) ?? advertiser;
    const readShop = async function* (advertiser: string): AsyncGenerator<RecordBatch> {
      const at = advertisers.indexOf(advertiser);
      // The last page is read again, because products may have moved to it meanwhile.
      const first = start?.advertiser === advertiser ? start.page : 1;
      const part = nameOf(advertiser);
      const pages = readEachPage(
        {
          what: `Profitshare's products of advertiser ${advertiser}`,
          first,
          signal: context.signal,
          failed: notePages(failed, part, advertiser),
        },
        (page) => api.products(advertiser, page),
      );
      let last = first;
      for await (const page of pages) {
        last = Math.max(last, page.number);
        const cursor = { advertiser, page: last, failed: failedText(failed) };
        yield { records: await mapPage(page.items), part, cursor };
        fraction = (at + last / Math.max(1, page.total)) / advertisers.length;
      }
    };
    const rest = advertisers.filter(
      (advertiser) => start === null || byNumber(advertiser, start.advertiser) >= 0,
    );
    const fail = (advertiser: string, { message }: Error): void => {
      failed.set(nameOf(advertiser), `${advertiser}, ${message}`);
    };
    yield* readParts(rest, readShop, fail, context);
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
