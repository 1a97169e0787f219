import { DAY_MS } from '@izgodno/contract/common/durations';
import type {
  OpenResponse,
  ReadResponse,
  SourceHttp,
} from '@izgodno/server/features/sources/source-http.ts';

/** Offers on a page of Profitshare's API, of the Travelpayouts Data API and of a classifieds site. */
const PROFITSHARE_PAGE = 20;
const TRAVELPAYOUTS_PAGE = 1_000;
const CLASSIFIEDS_PAGE = 50;
/** Rows of one shop, and the largest number of offers in a search of classifieds. */
const SHOP_ROWS = 20_000;
const SEARCH_DEPTH = 1_000;
/** Rows in one piece of a document. */
const PIECE_ROWS = 500;
const LETTERS = 26;
/** The same in every process of a day, so that a second reading finds no change. */
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;

/** A source at volume: its responses and its configuration. */
export interface Volume {
  readonly kind: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly http: SourceHttp;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

const price = (item: number): string => (5 + ((item * 7_919) % 200_000) / 100).toFixed(2);

const headers = new Headers();
const json = (url: string, value: unknown): ReadResponse => ({
  status: 200,
  headers,
  url,
  body: Buffer.from(JSON.stringify(value)),
});

const pagesOnly = (response: (url: URL) => unknown): SourceHttp => ({
  read: async (url) => json(url, response(new URL(url))),
  open: () => Promise.reject(new Error('This source has no documents.')),
});

interface DocumentParts {
  readonly rows: number;
  readonly head: string;
  readonly row: (item: number) => string;
  readonly end: string;
}

const documentBytes = async function* ({
  rows,
  head,
  row,
  end,
}: DocumentParts): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head);
  for (let from = 0; from < rows; from += PIECE_ROWS) {
    yield Buffer.from(
      range(from, Math.min(rows, from + PIECE_ROWS))
        .map(row)
        .join(''),
    );
  }
  yield Buffer.from(end);
};

const documentOnly = (parts: DocumentParts): SourceHttp => ({
  read: () => Promise.reject(new Error('This source has no pages.')),
  open: async (url): Promise<OpenResponse> => ({
    status: 200,
    headers,
    url,
    bytes: documentBytes(parts),
    totalBytes: null,
    discard: () => {},
  }),
});

const parameter = (url: URL, name: string): number => Number(url.searchParams.get(name) ?? 0);

const profitshare = (rows: number): Volume => {
  const shops = Math.ceil(rows / SHOP_ROWS);
  const product = (item: number) => ({
    link: `https://shop.example.bg/p-${item} `,
    name: `Лаптоп ${item} &amp; чанта`,
    image: `//static.example.bg/${item}.jpg`,
    price_vat: price(item),
    advertiser_id: Math.floor(item / SHOP_ROWS) + 1,
    advertiser_name: 'shop.example.bg',
    category_name: 'Лаптопи',
    part_number: `LX-${item}`,
    affiliate_link: `https://l.profitshare.example/${item}`,
  });
  return {
    kind: 'profitshare',
    config: { baseUrl: 'https://api.profitshare.bg' },
    http: pagesOnly((url) => {
      if (url.pathname.startsWith('/affiliate-advertisers')) {
        return {
          result: range(1, shops + 1).map((id) => ({
            id: String(id),
            name: 'shop',
            category: 'x',
          })),
        };
      }
      if (url.pathname.startsWith('/affiliate-campaigns')) {
        return { result: { paginator: { currentPage: 1, totalPages: 1 }, campaigns: [] } };
      }
      const from = (parameter(url, 'filters[advertiser]') - 1) * SHOP_ROWS;
      const until = Math.min(rows, from + SHOP_ROWS);
      const page = parameter(url, 'page');
      const first = from + (page - 1) * PROFITSHARE_PAGE;
      return {
        result: {
          current_page: page,
          total_pages: Math.ceil((until - from) / PROFITSHARE_PAGE),
          products: range(first, Math.min(until, first + PROFITSHARE_PAGE)).map(product),
        },
      };
    }),
  };
};

const profitshareCsv = (rows: number): Volume => ({
  kind: 'profitshare-csv',
  config: { url: 'https://shop.example.bg/feed.csv' },
  http: documentOnly({
    rows,
    head: '\uFEFFИме рекламодател;Категория;Производител;Код продукт;Наименование на продукта;Описание на продукта;Текстов линк на продукта;Профилна снимка;Цена с ДДС;"Цена с намаление, с ДДС";Валута\r\n',
    row: (item) =>
      `shop.example.bg;Лаптопи;Acme;LX-${item};"Лаптоп 15"" номер ${item}";Описание;https://l.profitshare.example/${item};//static.example.bg/${item}.jpg;${price(item)};;EUR\r\n`,
    end: '',
  }),
});

/** Three letters for a number. */
const code = (number: number): string =>
  [LETTERS ** 2, LETTERS, 1]
    .map((unit) => String.fromCharCode(65 + (Math.floor(number / unit) % LETTERS)))
    .join('');

const travelpayouts = (rows: number): Volume => {
  const day = (after: number): string =>
    new Date(TODAY + after * DAY_MS).toISOString().slice(0, 10);
  const days = range(0, 330).map(day);
  const foundAt = new Date(TODAY - DAY_MS).toISOString();
  return {
    kind: 'travelpayouts',
    config: { baseUrl: 'https://api.travelpayouts.com', origins: ['SOF'] },
    http: pagesOnly((url) => {
      if (url.pathname !== '/v2/prices/latest') return { success: true, data: [], error: null };
      const first = (parameter(url, 'page') - 1) * TRAVELPAYOUTS_PAGE;
      const data = range(first, Math.min(rows, first + TRAVELPAYOUTS_PAGE)).map((item) => ({
        trip_class: 0,
        origin: 'SOF',
        destination: code(Math.floor(item / 300)),
        depart_date: days[10 + (item % 300)],
        return_date: days[13 + (item % 300)],
        number_of_changes: 0,
        value: Number(price(item)),
        found_at: foundAt,
        actual: true,
      }));
      return { success: true, data, error: null };
    }),
  };
};

const travelFeed = (rows: number): Volume => {
  const posted = new Date(TODAY - DAY_MS).toUTCString();
  return {
    kind: 'travel-feed',
    config: { url: 'https://travel.example.bg/rss' },
    http: documentOnly({
      rows,
      head: '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Пътувания</title><link>https://travel.example.bg</link><description>x</description>',
      row: (item) =>
        `<item><title>Рим от София – ${price(item)} € двупосочно (${item})</title><link>https://travel.example.bg/o-${item}</link><guid isPermaLink="false">t-${item}</guid><pubDate>${posted}</pubDate><category>Полети</category><description><![CDATA[<p>Без багаж&nbsp;…</p>]]></description></item>`,
      end: '</channel></rss>',
    }),
  };
};

const atomTravelFeed = (rows: number): Volume => {
  const posted = new Date(TODAY - DAY_MS).toISOString();
  return {
    kind: 'travel-feed',
    config: { url: 'https://travel.example.bg/atom' },
    http: documentOnly({
      rows,
      head: '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Пътувания</title>',
      row: (item) =>
        `<entry><title>Рим от София – ${price(item)} € двупосочно (${item})</title><link rel="alternate" href="https://travel.example.bg/o-${item}"/><id>t-${item}</id><published>${posted}</published><category term="Полети"/><content type="html">&lt;p&gt;Без багаж&lt;/p&gt;</content></entry>`,
      end: '</feed>',
    }),
  };
};

const classifieds = (rows: number): Volume => {
  const refreshed = new Date(TODAY - DAY_MS).toISOString();
  const validTo = new Date(TODAY + 20 * DAY_MS).toISOString();
  const offer = (item: number) => ({
    id: item + 1,
    url: `https://classifieds.example.bg/d/ad/obiava-ID${item}.html`,
    title: `Планински велосипед ${item}`,
    description: 'Запазен<br />\nс документи',
    created_time: refreshed,
    last_refresh_time: refreshed,
    valid_to_time: validTo,
    status: 'active',
    business: false,
    params: [
      {
        key: 'price',
        type: 'price',
        value: { value: Number(price(item)), type: 'price', currency: 'EUR' },
      },
      { key: 'state', type: 'select', value: { key: 'used', label: 'Използвано' } },
    ],
    user: { id: 7, name: 'Иван' },
    location: { city: { id: 1, name: 'София' }, region: { id: 2, name: 'Област София-град' } },
    photos: [
      {
        id: 1,
        width: 1_600,
        height: 1_200,
        link: `https://img.example.bg/${item}/image;s={width}x{height}`,
      },
    ],
    category: { id: 20, type: 'goods' },
  });
  return {
    kind: 'classifieds',
    config: {
      baseUrl: 'https://classifieds.example.bg',
      categoryIds: range(1, Math.ceil(rows / SEARCH_DEPTH) + 1),
    },
    http: pagesOnly((url) => {
      const start = (parameter(url, 'category_id') - 1) * SEARCH_DEPTH;
      const until = Math.min(rows, start + SEARCH_DEPTH);
      const first = start + parameter(url, 'offset');
      const next = new URL(url);
      next.searchParams.set('offset', String(parameter(url, 'offset') + CLASSIFIEDS_PAGE));
      return {
        data: range(first, Math.min(until, first + CLASSIFIEDS_PAGE)).map(offer),
        metadata: { promoted: [] },
        links: first + CLASSIFIEDS_PAGE < until ? { next: { href: next.href } } : {},
      };
    }),
  };
};

/** Every connector except the merchant feed's, which is measured with the import command. */
export const volumes = {
  profitshare,
  'profitshare-csv': profitshareCsv,
  travelpayouts,
  'travel-feed': travelFeed,
  'travel-feed-atom': atomTravelFeed,
  classifieds,
} as const satisfies Record<string, (rows: number) => Volume>;
