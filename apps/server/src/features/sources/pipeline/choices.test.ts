import { expect, test } from 'vitest';
import { getDeal } from '@izgodno/contract/deals/calls';
import { listDeals } from '@izgodno/contract/search/calls';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { importText, useFolder } from '#test/import-harness.ts';
import { useTestDatabase } from '#test/test-database.ts';

const database = useTestDatabase();
const folder = useFolder();

interface Item {
  readonly id: string;
  readonly group?: string;
  readonly size?: string;
  readonly price?: string;
  readonly stock?: string;
  readonly more?: string;
}

const itemOf = ({ id, group, size, price = '50 EUR', stock = 'in_stock', more = '' }: Item) =>
  `<item><g:id>${id}</g:id><title>Маратонки Рим, размер ${size ?? 'един'}</title>
   <link>https://s.example.bg/${id}</link><g:price>${price}</g:price>
   <g:availability>${stock}</g:availability>
   ${group === undefined ? '' : `<g:item_group_id>${group}</g:item_group_id>`}
   ${size === undefined ? '' : `<g:size>${size}</g:size>`}${more}</item>`;

const importItems = async (sourceId: string, items: readonly Item[]) => {
  const text = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Магазин</title>
    <link>https://s.example.bg</link>${items.map(itemOf).join('')}</channel></rss>`;
  return importText(database.current, folder.path, { name: `${sourceId}.xml`, text }, { sourceId });
};

const dealsOf = (sourceId: string) =>
  database.current.database
    .selectFrom('deals')
    .select(['id', 'title', 'link', 'price_amount', 'availability', 'variants'])
    .where('source_id', '=', sourceId)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();

const shoe = (size: string, more: Partial<Item> = {}): Item => ({
  id: `shoe-${size}`,
  group: 'shoe',
  size,
  ...more,
});
const hat: Item = { id: 'hat' };

test('a brand is stored in one spelling', async () => {
  const more = '<g:brand>Найк</g:brand>';
  await importItems('branded', [{ id: 'a', more }, shoe('42', { more }), { id: 'b' }]);
  const rows = await database.current.database
    .selectFrom('deals')
    .select(['brand', 'brand_slug'])
    .where('source_id', '=', 'branded')
    .orderBy('brand')
    .execute();
  expect(rows).toEqual([
    { brand: 'Найк', brand_slug: 'nike' },
    { brand: 'Найк', brand_slug: 'nike' },
    { brand: null, brand_slug: null },
  ]);
});

test('sizes of one product are one deal at the lowest price in stock', async () => {
  await importItems('sizes', [
    shoe('42'),
    hat,
    shoe('9', { price: '40 EUR', stock: 'out_of_stock' }),
    shoe('43', { price: '45 EUR' }),
  ]);
  const deals = await dealsOf('sizes');
  expect(deals).toHaveLength(2);
  expect(deals.find(({ variants }) => variants !== null)).toMatchObject({
    title: 'Маратонки Рим',
    link: 'https://s.example.bg/shoe-43',
    price_amount: 45_00,
    availability: 'in_stock',
    variants: [
      { id: 'shoe-9', size: '9', price: { amount: 40_00, currency: 'EUR' }, inStock: false },
      { id: 'shoe-42', size: '42', inStock: true },
      { id: 'shoe-43', size: '43', price: { amount: 45_00, currency: 'EUR' }, inStock: true },
    ],
  });
});

test('the page of a product has its choices, the list has none', async () => {
  await importItems('shown', [shoe('42', { price: '31 EUR' })]);
  const [deal] = await dealsOf('shown');
  const app = await buildTestApp({
    database: database.current.database,
    search: createPostgresDealSearch(database.current.database),
  });
  try {
    const one = await app.inject({ url: `/api/deals/${deal?.id}` });
    expect(getDeal.response.parse(one.json()).deal.variants).toEqual([
      {
        id: 'shoe-42',
        size: '42',
        price: { amount: 31_00, currency: 'EUR' },
        inStock: true,
        url: 'https://s.example.bg/shoe-42',
      },
    ]);
    const list = await app.inject({ url: '/api/deals?source=shown' });
    expect(list.json()).toMatchObject({ total: 1 });
    expect(list.body).not.toContain('choices');
    expect(list.body).not.toContain('variants');
  } finally {
    await app.close();
  }
});

const byText = (one: object, other: object): number =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;

test('a list says how many choices are in stock, what they differ in and whether prices differ', async () => {
  const red = '<g:color>червен</g:color>';
  const green = '<g:color>зелен</g:color>';
  const groups: Record<string, readonly Partial<Item>[]> = {
    size: [{}, { price: '60 EUR' }, { price: '1 EUR', stock: 'out_of_stock' }],
    equal: [{}, {}],
    none: [{ stock: 'out_of_stock' }, { stock: 'out_of_stock', price: '49 EUR' }],
    colour: [
      { size: '40', more: red },
      { size: '40', more: green },
    ],
    both: [{ more: red }, { more: green }],
  };
  const expected = [
    { count: 2, kind: 'choice', from: false },
    { count: 2, kind: 'colour', from: false },
    { count: 2, kind: 'size', from: false },
    { count: 2, kind: 'size', from: true },
    { count: 2, kind: 'size', from: true },
  ];
  const items = Object.entries(groups).flatMap(([group, members]) =>
    members.map((item, at) => ({ id: `${group}-${at}`, group, size: String(40 + at), ...item })),
  );
  await importItems('summary', [...items, hat]);
  const app = await buildTestApp({
    database: database.current.database,
    search: createPostgresDealSearch(database.current.database),
  });
  try {
    const list = await app.inject({ url: '/api/deals?source=summary' });
    const { items: deals } = listDeals.response.parse(list.json());
    expect(deals).toHaveLength(6);
    const found = deals.flatMap(({ choices }) => choices ?? []);
    expect(found.toSorted(byText)).toEqual(expected.toSorted(byText));
  } finally {
    await app.close();
  }
});

test('a product stays the same deal while sizes come and go', async () => {
  await importItems('lasting', [shoe('42'), shoe('43')]);
  const [before] = await dealsOf('lasting');
  await importItems('lasting', [shoe('44', { price: '30 EUR' }), shoe('43')]);
  await importItems('lasting', [shoe('44')]);
  const [after, ...others] = await dealsOf('lasting');
  expect(others).toEqual([]);
  expect(after).toMatchObject({ id: before?.id, title: before?.title, variants: [{ size: '44' }] });
  const { counts } = await importItems('lasting', [shoe('44')]);
  expect(counts).toMatchObject({ unchanged: 1, updated: 0, removed: 0 });
});

test('a size that was a deal of its own becomes the product, with its history', async () => {
  const apart = ['40', '41', '42', '43'].map((size) => shoe(size));
  await importItems(
    'joined',
    apart.map(({ group: _group, ...item }) => item),
  );
  const before = await dealsOf('joined');
  const { counts } = await importItems('joined', apart);
  expect(counts).toMatchObject({ inserted: 0, updated: 1, removed: 3 });
  expect(await dealsOf('joined')).toMatchObject([{ id: before[0]?.id }]);
  await importItems(
    'joined',
    ['40', '41', '42', '43'].map((size) => shoe(size, { group: 'renamed' })),
  );
  expect(await dealsOf('joined')).toMatchObject([{ id: before[0]?.id }]);
});

test('a size that cannot be read neither ends its product nor fails the others', async () => {
  await importItems('rough', [shoe('42'), shoe('43'), hat]);
  const { counts } = await importItems('rough', [shoe('42', { price: 'скоро' }), hat]);
  expect(counts).toMatchObject({ rejected: 1, removed: 0 });
  const deals = await dealsOf('rough');
  expect(deals.find(({ variants }) => variants !== null)).toMatchObject({
    variants: [{ size: '42' }, { size: '43' }],
  });
});

const pricesOf = async (sourceId: string) => {
  const { rows } = await database.current.pool.query<{ price: number }>(
    `SELECT price_observations.price_amount::integer AS price
       FROM price_observations JOIN deals ON deals.id = deal_id
      WHERE source_id = $1 ORDER BY observed_at`,
    [sourceId],
  );
  return rows.map(({ price }) => price);
};

const gtin = (digit: number) => ({ more: `<g:gtin>400638133393${digit}</g:gtin>` });

const twoSizes = (price: string) => [
  shoe('42', { price, ...gtin(1) }),
  shoe('43', { price: '120 EUR', ...gtin(2) }),
];

test('a size that cannot be read once changes neither the product nor its price', async () => {
  await importItems('mended', twoSizes('100 EUR'));
  const before = await dealsOf('mended');
  await importItems('mended', twoSizes('сто'));
  expect(await dealsOf('mended')).toEqual(before);
  await importItems('mended', twoSizes('100 EUR'));
  expect(await dealsOf('mended')).toEqual(before);
  expect(await pricesOf('mended')).toEqual([100_00]);
});

test('the other sizes change while one cannot be read, and one that is not named ends', async () => {
  await importItems('partly', [shoe('42'), shoe('43'), shoe('44')]);
  await importItems('partly', [shoe('42', { price: 'сто' }), shoe('43', { price: '30 EUR' })]);
  expect(await dealsOf('partly')).toMatchObject([
    {
      title: 'Маратонки Рим',
      price_amount: 30_00,
      variants: [
        { size: '42', price: { amount: 50_00 }, inStock: true },
        { size: '43', price: { amount: 30_00 }, inStock: true },
      ],
    },
  ]);
});

test('a size without a price that is out of stock is sold out at its last price', async () => {
  const soldOut = { price: '0.00 EUR', stock: 'out_of_stock' };
  await importItems('sizeless', [shoe('42', { price: '40 EUR' }), shoe('43'), shoe('44')]);
  const [before] = await dealsOf('sizeless');
  await importItems('sizeless', [shoe('42', soldOut), shoe('43'), shoe('44')]);
  const sold = { size: '42', price: { amount: 40_00 }, inStock: false };
  expect(await dealsOf('sizeless')).toMatchObject([
    { id: before?.id, price_amount: 50_00, variants: [sold, { inStock: true }, { inStock: true }] },
  ]);
  await importItems('sizeless', [shoe('42', soldOut), shoe('43', soldOut), shoe('44', soldOut)]);
  expect(await dealsOf('sizeless')).toMatchObject([
    {
      id: before?.id,
      price_amount: 40_00,
      availability: 'out_of_stock',
      variants: [sold, { inStock: false }, { inStock: false }],
    },
  ]);
});

test('an item whose id is like that of a product stays apart', async () => {
  await importItems('alike', [shoe('42'), { id: 'group  shoe' }, { id: 'group shoe' }]);
  expect(await dealsOf('alike')).toHaveLength(2);
});

test('script text is in no title', async () => {
  await importItems('script', [
    { id: '1', more: '<g:title>Чайник <b>Ера</b><script>alert(1)</script></g:title>' },
    { id: '2', more: '<g:title>Чайник &lt;script&gt;alert(1)&lt;/script&gt;Ера</g:title>' },
  ]);
  const titles = (await dealsOf('script')).map(({ title }) => title);
  expect(titles).toEqual(['Чайник Ера', 'Чайник Ера']);
});
