import { MINUTE_MS, DAY_MS } from '@izgodno/contract/common/durations';
import type { ReplayResponse } from './exchange.ts';
import { startReplayServer, type ReplayServer } from './replay-server.ts';
import { createShelf, decimals, type Shelf } from './shelf.ts';

const csvHeaders = {
  bg: 'Име рекламодател;Категория;Производител;Код продукт;Наименование на продукта;Описание на продукта;Текстов линк на продукта;Профилна снимка;Цена с ДДС;"Цена с намаление, с ДДС";Валута;Безплатна доставка;Включен подарък',
  en: 'Advertiser name,Category,Manufacturer,Product code,Product name,Product description,Product affiliate link,Product picture,Price with VAT,"Price with discount, with VAT",Currency,Free shipping,Gift',
} as const;

export interface DocumentsOptions {
  readonly size?: number;
  readonly now?: () => number;
  readonly port?: number;
}

export interface DocumentsReplay {
  readonly server: ReplayServer;
  readonly shelf: Shelf;
}

const csv = (shelf: Shelf, language: keyof typeof csvHeaders): string => {
  const separator = language === 'bg' ? ';' : ',';
  const row = (item: number): string =>
    [
      'shop.example.bg',
      'Лаптопи',
      'Acme',
      `LX-${item}`,
      `"Лаптоп 15"" номер ${item}"`,
      `"Описание;\nс нов ред, и запетая"`,
      `https://profitshare.example.bg/l/${item}`,
      `//static.example.bg/${item}.jpg`,
      decimals(shelf.priceOf(item) + 1_000),
      decimals(shelf.priceOf(item)),
      'EUR',
      item % 2 === 0 ? 'да' : '0',
      item % 3 === 0 ? 'yes' : '',
    ].join(separator);
  return `\uFEFF${[csvHeaders[language], ...shelf.items.map(row)].join('\r\n')}\r\n`;
};

const travelFeed = (shelf: Shelf, began: number): string => {
  const item = (number: number): string =>
    `<item><title>Рим от София – ${decimals(shelf.priceOf(number))} € двупосочно (${number})</title>` +
    `<link>https://travel.example.bg/oferta-${number}</link><guid isPermaLink="false">t-${number}</guid>` +
    `<pubDate>${new Date(began - number * MINUTE_MS).toUTCString()}</pubDate><category>Полети</category>` +
    `<description><![CDATA[<p>Без багаж&nbsp;…</p>]]></description>` +
    `<media:thumbnail url="https://travel.example.bg/${number}.jpg"/>` +
    `<ft:type>roundtrip</ft:type><ft:source>SOF</ft:source><ft:destination>FCO</ft:destination></item>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:ft="http://example.org/ft/1.0">` +
    `<channel><title>Евтини пътувания</title><link>https://travel.example.bg</link><description>x</description>` +
    `${shelf.items.map(item).join('')}</channel></rss>`
  );
};

/** A row that is no deal, as in every feed; its rejection has a reason. */
const ON_REQUEST =
  '<item><g:id>A-x</g:id><title>Обувки по поръчка</title><link>https://shoes.example.bg/a-x</link><g:price>по договаряне</g:price></item>';

const merchantFeed = (shelf: Shelf): string => {
  const item = (number: number): string =>
    `<item><g:id>A-${number}</g:id><title>Маратонки ${number}</title><link>https://shoes.example.bg/a-${number}</link>` +
    `<description>Кожа</description><g:image_link>https://shoes.example.bg/a-${number}.jpg</g:image_link>` +
    `<g:availability>in_stock</g:availability><g:price>${decimals(shelf.priceOf(number))} EUR</g:price>` +
    `<g:brand>Acme</g:brand><g:condition>new</g:condition><g:product_type>Обувки &gt; Мъжки</g:product_type></item>`;
  return (
    `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Магазин за обувки</title>` +
    `<link>https://shoes.example.bg</link><description>x</description>${shelf.items.map(item).join('')}${ON_REQUEST}</channel></rss>`
  );
};

const productPage = (shelf: Shelf, item: number): string =>
  `<!doctype html><html lang="bg"><head><meta charset="utf-8"><title>Кафемашина ${item} – Магазин</title>` +
  `<meta property="og:site_name" content="Магазин"><script type="application/ld+json">${JSON.stringify(
    {
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'Product',
          '@id': '#product',
          name: `Кафемашина ${item}`,
          description: 'Еспресо и капучино',
          image: [`/images/${item}.jpg`],
          brand: { '@type': 'Brand', name: 'Acme' },
          gtin13: '4006381333931',
          offers: { '@id': '#offer' },
        },
        {
          '@type': 'Offer',
          '@id': '#offer',
          price: decimals(shelf.priceOf(item)),
          priceCurrency: 'EUR',
          availability: 'https://schema.org/InStock',
          itemCondition: 'https://schema.org/NewCondition',
        },
      ],
    },
  )}</script></head><body><h1>Кафемашина ${item}</h1></body></html>`;

const give = (type: string, body: string): ReplayResponse => ({
  status: 200,
  headers: { 'content-type': type },
  body,
});

/** Sites with documents: Profitshare's CSV, a travel feed, a merchant feed, product pages. */
export const startDocuments = async ({
  size = 30,
  now = Date.now,
  port = 0,
}: DocumentsOptions = {}): Promise<DocumentsReplay> => {
  const shelf = createShelf(size);
  const began = now() - DAY_MS;
  const server = await startReplayServer({
    now,
    port,
    conditional: true,
    shelf,
    response({ url }) {
      switch (url.pathname) {
        case '/profitshare-bg.csv':
          return give('text/csv; charset=utf-8', csv(shelf, 'bg'));
        case '/profitshare-en.csv':
          return give('text/csv', csv(shelf, 'en'));
        case '/travel.xml':
          return give('application/rss+xml', travelFeed(shelf, began));
        case '/merchant.xml':
          return give('application/xml', merchantFeed(shelf));
        default: {
          const item = Number(/^\/product\/(\d+)$/.exec(url.pathname)?.[1] ?? Number.NaN);
          return shelf.items.includes(item)
            ? give('text/html; charset=utf-8', productPage(shelf, item))
            : { status: 404, body: 'Not found' };
        }
      }
    },
  });
  return { server, shelf };
};
