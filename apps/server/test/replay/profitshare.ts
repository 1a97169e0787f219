import { createHmac } from 'node:crypto';
import type { ReplayResponse, ReplayRequest } from './exchange.ts';
import { jsonResponse } from './json-answer.ts';
import { startReplayServer, type RateLimit, type ReplayServer } from './replay-server.ts';
import { createShelf, decimals, type Shelf } from './shelf.ts';

export const PROFITSHARE_USER = 'demo_user';
export const PROFITSHARE_KEY = 'demo_key';

const PRODUCTS_A_PAGE = 20;
const CAMPAIGNS_A_PAGE = 20;
const LINK_BATCH = 20;
const ALLOWED_SKEW_MS = 20_000;

const limits: readonly RateLimit[] = [
  { path: '/affiliate-advertisers', perMinute: 60 },
  { path: '/affiliate-campaigns', perMinute: 60 },
  { path: '/affiliate-products', perMinute: 60 },
  { path: '/affiliate-links', perMinute: 100 },
];

export interface ProfitshareOptions {
  readonly size?: number;
  /** Ids of the shops, to which the products are assigned in turn. */
  readonly advertisers?: readonly number[];
  readonly campaigns?: number;
  readonly emptyQuery?: 'with-mark' | 'without-mark';
  /** The name of a shop in the list of shops; its products have its host. */
  readonly listedName?: (advertiser: number) => string;
  /** Whether products have a link that pays commission. */
  readonly affiliateLinks?: boolean;
  /** How created links name the URL that they were made for. */
  readonly echo?: (url: string) => string;
  /** Whether the filter by part number works. */
  readonly knowsNumbers?: boolean;
  /** Replaces a product by other rows. */
  readonly product?: ((item: number) => unknown) | undefined;
  readonly now?: () => number;
  readonly port?: number;
  readonly limited?: boolean;
}

export interface ProfitshareReplay {
  readonly server: ReplayServer;
  readonly shelf: Shelf;
  /** The number of created links. */
  linksMade(): number;
}

const rejection = (code: string, message: string, status = 400): ReplayResponse =>
  jsonResponse({ error: { code, message } }, status);

const hostOf = (advertiser: number): string => `shop-${advertiser}.example.bg`;

const numberOf = (item: number): string => `LX-${item}`;

const isWholePage = (value: string | null): boolean => /^[1-9]\d{0,6}$/.test(value ?? '');

/** The documented check of a call's headers; null if they are valid. */
const rejectUnsigned = (
  request: ReplayRequest,
  form: 'with-mark' | 'without-mark',
  now: number,
): ReplayResponse | null => {
  const { date, 'x-ps-client': client, 'x-ps-auth': auth } = request.headers;
  if (auth === undefined) return rejection('AuthHeaderMissing', 'X-PS-Auth is missing');
  if (client === undefined) return rejection('ClientHeaderMissing', 'X-PS-Client is missing');
  if (date === undefined) return rejection('DateHeaderMissing', 'Date is missing');
  if (client !== PROFITSHARE_USER) return rejection('InvalidClient', 'Unknown client');
  if (!(Math.abs(Date.parse(date) - now) <= ALLOWED_SKEW_MS))
    return rejection('AuthTimeDifference', 'The time difference is too big');
  const [path = '', query] = request.target.split('?');
  const unmarked = form === 'without-mark' || request.method === 'POST';
  const wrongForm = (query === undefined && !unmarked) || (query === '' && unmarked);
  const tail = query === undefined ? '' : `?${decodeURIComponent(query)}/`;
  const signed = `${request.method}${path.slice(1)}${tail}${client}${date}`;
  const expected = createHmac('sha1', PROFITSHARE_KEY).update(signed).digest('hex');
  return wrongForm || auth !== expected ? rejection('InvalidSignature', 'Wrong signature') : null;
};

/** Profitshare's API over numbered products: signed, paged and limited as documented. */
export const startProfitshare = async ({
  size = 45,
  advertisers = [35, 41],
  campaigns = 3,
  emptyQuery = 'with-mark',
  listedName = hostOf,
  affiliateLinks = true,
  echo = (url) => url,
  knowsNumbers = true,
  product: given,
  now = Date.now,
  port = 0,
  limited = true,
}: ProfitshareOptions = {}): Promise<ProfitshareReplay> => {
  const shelf = createShelf(size);
  let linksMade = 0;
  const shopOf = (item: number): number => advertisers[item % advertisers.length] ?? 0;

  const productOf = (item: number): unknown => ({
    link: `https://${hostOf(shopOf(item))}/p/${item}?utm_source=ps `,
    name: `Лаптоп 15" &amp; чанта, номер ${item}`,
    image: `//static.example.bg/${item}.jpg`,
    price_vat: shelf.priceOf(item) / 100,
    price: shelf.priceOf(item) / 120,
    // A string for one, a number for another, as clients have seen.
    ...(item % 3 === 0 ? { price_discounted: decimals(shelf.priceOf(item) - 100) } : {}),
    ...(item % 3 === 1 ? { price_discounted: 0 } : {}),
    advertiser_id: shopOf(item),
    advertiser_name: hostOf(shopOf(item)),
    category_name: 'Лаптопи',
    part_number: numberOf(item),
    brand_name: 'Acme',
    ...(affiliateLinks ? { affiliate_link: `//profitshare.example.bg/l/${item}` } : {}),
  });

  const products = ({ searchParams }: URL): ReplayResponse => {
    const page = searchParams.get('page') ?? '1';
    if (!isWholePage(page)) return rejection('InvalidPage', 'page');
    const wanted = searchParams.get('filters[advertiser]')?.split(',').map(Number);
    let found = shelf.items.filter((item) => wanted?.includes(shopOf(item)) ?? true);
    const number = searchParams.get('filters[part_no]');
    if (number !== null && knowsNumbers) found = found.filter((item) => numberOf(item) === number);
    const at = Number(page);
    const shown = found.slice((at - 1) * PRODUCTS_A_PAGE, at * PRODUCTS_A_PAGE);
    return jsonResponse({
      result: {
        current_page: at,
        total_pages: Math.ceil(found.length / PRODUCTS_A_PAGE),
        records_per_page: PRODUCTS_A_PAGE,
        products: shown.map(given ?? productOf),
      },
    });
  };

  const campaignPage = ({ searchParams }: URL): ReplayResponse => {
    const page = Number(searchParams.get('page') ?? '1');
    const first = (page - 1) * CAMPAIGNS_A_PAGE;
    const count = Math.max(0, Math.min(CAMPAIGNS_A_PAGE, campaigns - first));
    return jsonResponse({
      result: {
        paginator: {
          itemsPerPage: CAMPAIGNS_A_PAGE,
          currentPage: page,
          totalPages: Math.ceil(campaigns / CAMPAIGNS_A_PAGE),
        },
        campaigns: Array.from({ length: count }, (_, at) => ({
          id: first + at + 1,
          name: `Черен петък ${first + at + 1}`,
          commissionType: 'percent',
          startDate: '2026-11-01 00:00:00',
          endDate: '2026-11-30 23:59:59',
          url: `https://www.${hostOf(advertisers[(first + at) % advertisers.length] ?? 0)}/promo`,
          banners: {},
        })),
      },
    });
  };

  const makeLinks = ({ body }: ReplayRequest): ReplayResponse => {
    const form = new URLSearchParams(body);
    const urls = [...form].filter(([name]) => /^\d+\[url\]$/.test(name)).map(([, url]) => url);
    if (urls.length === 0 || urls.length > LINK_BATCH) return rejection('InvalidData', 'links');
    linksMade += urls.length;
    const result = urls.map((url, at) => ({
      name: form.get(`${at}[name]`),
      url: echo(url),
      // A link is new each time it is requested.
      ps_url: `//profitshare.example.bg/l/n-${linksMade}-${at}`,
    }));
    return jsonResponse({ result }, 201);
  };

  const server = await startReplayServer({
    now,
    port,
    limits: limited ? limits : [],
    reject: () => rejection('TOO_MANY_REQUESTS', 'Try again in 60 seconds', 429),
    shelf,
    response(request) {
      const rejected = rejectUnsigned(request, emptyQuery, now());
      if (rejected !== null) return rejected;
      switch (`${request.method} ${request.url.pathname}`) {
        case 'GET /affiliate-advertisers/':
          return jsonResponse({
            result: advertisers.map((id) => ({
              id: String(id),
              name: listedName(id),
              logo: `//static.example.bg/logo-${id}.png`,
              category: 'IT',
              url: `https://${hostOf(id)}`,
              affiliate_statuses: [],
            })),
          });
        case 'GET /affiliate-products/':
          return products(request.url);
        case 'GET /affiliate-campaigns/':
          return campaignPage(request.url);
        case 'POST /affiliate-links/':
          return makeLinks(request);
        default:
          return rejection('NotFound', 'No such route', 404);
      }
    },
  });
  return {
    server,
    shelf,
    linksMade: () => linksMade,
  };
};
