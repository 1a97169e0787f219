import { describe, expect, test } from 'vitest';
import { importLimits } from '../pipeline/import-limits.ts';
import { createItemMapper } from './map-item.ts';
import { createTsvItemParser } from './tsv-items.ts';
import { createXmlItemParser } from './xml-items.ts';
import { parseDelivery } from './delivery.ts';

const price = { amount: 40_00, currency: 'EUR' } as const;

describe('the texts of feeds', () => {
  test.each([
    ['4.99 EUR', 4_99, null],
    ['BG:4,99 EUR', 4_99, null],
    ['BG:::4.99 EUR', 4_99, null],
    ['BG::Куриер:9.78 BGN:0:1:1:3', 5_00, 4],
    ['bg:::0 EUR', 0, null],
    ['RO:::1.00 EUR,BG::Офис:3.50 EUR,BG::Адрес:5.50 EUR', 3_50, null],
    ['(country:price)BG:4.20 EUR', 4_20, null],
    ['(price:max_transit_time)4.20 EUR:2', 4_20, 2],
    ['BG::Куриер:4.99 EUR:0:200:0:300', 4_99, null],
  ])('%s', (text, cents, days) => {
    expect(parseDelivery(text, undefined, price)).toEqual({ cents, days });
  });

  test.each(['', 'RO:::1.00 EUR', 'BG:::free', 'BG:::3.99 USD', ':::', 'BG', '()1', '\n\n'])(
    '"%s" states no delivery to Bulgaria',
    (text) => {
      expect(parseDelivery(text, undefined, price)).toBeNull();
    },
  );

  test('delivery is free from the threshold on', () => {
    const from = (threshold: string) => parseDelivery('BG:::4.99 EUR', threshold, price)?.cents;
    expect(from('BG:40.00 EUR')).toBe(0);
    expect(from('(country:price_threshold)BG:40.01 EUR')).toBe(4_99);
    expect(from('RO:10 EUR')).toBe(4_99);
    expect(parseDelivery(undefined, '40 EUR', price)).toEqual({ cents: 0, days: null });
  });

  test('a text of any length is read in bounded time', () => {
    const many = Array.from({ length: 10_000 }, () => 'BG:::4.99 EUR').join(',');
    expect(parseDelivery(many, undefined, price)?.cents).toBe(4_99);
  });
});

const head = { title: null, link: null };
const mapped = (record: ReturnType<ReturnType<typeof createItemMapper>>) =>
  'deal' in record ? record.deal.delivery : record.rejection;

test('elements of a feed in XML: the one for Bulgaria, in any layout', () => {
  const parser = createXmlItemParser(head, importLimits);
  const items = parser.push(`<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item>
    <g:id>1</g:id><title>Чанта</title><link>https://s.example.bg/1</link><g:price>40 EUR</g:price>
    <g:shipping><g:country>RO</g:country><g:price>1.00 EUR</g:price></g:shipping>
    <g:shipping>
      <g:country>BG</g:country>
      <g:service>Куриер</g:service>
      <g:price>4.99 EUR</g:price>
      <g:max_handling_time>1</g:max_handling_time>
      <g:max_transit_time>2</g:max_transit_time>
    </g:shipping></item><item>
    <g:id>2</g:id><title>Чанта</title><link>https://s.example.bg/2</link><g:price>60 EUR</g:price>
    <g:shipping><g:country>BG</g:country><g:price>4.99 EUR</g:price></g:shipping>
    <g:free_shipping_threshold><g:country>BG</g:country><g:price_threshold>50 EUR</g:price_threshold></g:free_shipping_threshold>
    </item></channel></rss>`);
  const map = createItemMapper(head, 0);
  expect(items.map((item) => mapped(map(item)))).toEqual([
    { cents: 4_99, days: 3 },
    { cents: 0, days: null },
  ]);
});

/** The delivery of an item with one more column. */
const deliveryBy = (column: string, value: string) => {
  const parser = createTsvItemParser(importLimits);
  const text = `id\ttitle\tlink\tprice\t${column}\n1\tЧанта\thttps://s.example.bg/1\t40 EUR\t${value}\n`;
  const [item] = [...parser.push(text), ...parser.end()];
  if (item === undefined) throw new Error('no item');
  return mapped(createItemMapper(head, 0)(item));
};

test('columns of a feed in tab-separated values, with or without parts', () => {
  expect(deliveryBy('shipping', 'BG:::4.99 EUR')).toEqual({ cents: 4_99, days: null });
  expect(deliveryBy('Shipping(country:price)', 'BG:4.99 EUR')).toEqual({ cents: 4_99, days: null });
  expect(deliveryBy('free shipping threshold', 'BG:30 EUR')).toEqual({ cents: 0, days: null });
  expect(deliveryBy('weight', '1')).toBeNull();
});
