import { beforeEach, expect, test } from 'vitest';
import { importText, useFolder } from '#test/import-harness.ts';
import { useTestDatabase } from '#test/test-database.ts';

const database = useTestDatabase();
const folder = useFolder();

interface Item {
  readonly size: string;
  readonly title?: string;
  readonly price?: string;
  readonly image?: string;
  readonly more?: string;
}

const itemOf = ({ size, title = 'Маратонки Рим', price = '50', image = 'rome', more = '' }: Item) =>
  `<item><g:id>${title}-${size}-${image}</g:id><title>${title}, размер ${size}</title>
   <link>https://s.example.bg/${image}-${size}</link><g:price>${price} EUR</g:price>
   <g:availability>in_stock</g:availability>
   ${image === '' ? '' : `<g:image_link>https://s.example.bg/${image}.jpg</g:image_link>`}${more}</item>`;

const importItems = async (items: readonly Item[]) => {
  const text = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Магазин</title>
    <link>https://s.example.bg</link>${items.map(itemOf).join('')}</channel></rss>`;
  return importText(
    database.current,
    folder.path,
    { name: 'feed.xml', text },
    { sourceId: 'sizes' },
  );
};

/** The titles of the deals with the sizes of each. */
const dealsOf = async () => {
  const rows = await database.current.database
    .selectFrom('deals')
    .select(['id', 'title', 'variants'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  return rows.map(({ id, title, variants }) => ({
    id,
    title,
    sizes: variants?.map(({ size }) => size) ?? null,
  }));
};

beforeEach(async () => {
  await database.current.pool.query('TRUNCATE sources, deals CASCADE');
});

test('sizes of one title with one image are one deal', async () => {
  await importItems([{ size: '42' }, { size: '41', price: '45' }, { size: '43' }]);
  expect(await dealsOf()).toMatchObject([{ title: 'Маратонки Рим', sizes: ['41', '42', '43'] }]);
});

const differences: readonly (readonly [string, Partial<Item>])[] = [
  ['images differ', { image: 'milan' }],
  ['there is no image', { image: '' }],
  ['brands differ', { more: '<g:brand>Друга</g:brand>' }],
  ['colours differ', { more: '<g:color>черен</g:color>' }],
  ['categories differ', { more: '<g:product_type>Детски обувки</g:product_type>' }],
  ['prices are far apart', { price: '80' }],
  ['titles differ', { title: 'Маратонки Рим 2' }],
];
test.for(differences)('sizes stay apart if %s', async ([, other]) => {
  const { image = 'rome' } = other;
  await importItems([
    { size: '41', image: image === '' ? '' : 'rome' },
    { size: '42', ...other },
  ]);
  expect(await dealsOf()).toMatchObject([{ sizes: null }, { sizes: null }]);
});

test('two products with one title, of which a size occurs twice, stay apart', async () => {
  const twice = { size: '42', more: '<g:mpn>2</g:mpn>' };
  const text = [{ size: '41' }, { size: '42' }, { size: '43' }];
  await importItems([...text, { ...twice, size: '42 ' }]);
  expect(await dealsOf()).toHaveLength(4);
});

test('an image of several products joins none of their sizes', async () => {
  const other = { title: 'Сандали Милано' };
  await importItems([{ size: '41' }, { size: '42' }, { size: '41', ...other }]);
  expect(await dealsOf()).toHaveLength(3);
  await importItems([{ size: '41' }, { size: '42' }, { size: '41', ...other, image: 'milan' }]);
  expect(await dealsOf()).toHaveLength(2);
});

test('a deal lasts while sizes come and go, to the last one and back', async () => {
  await importItems([{ size: '41' }, { size: '42' }]);
  const [before] = await dealsOf();
  await importItems([{ size: '42' }]);
  expect(await dealsOf()).toEqual([
    { id: before?.id, title: 'Маратонки Рим, размер 42', sizes: null },
  ]);
  await importItems([{ size: '42' }, { size: '43' }]);
  expect(await dealsOf()).toMatchObject([{ id: before?.id, sizes: ['42', '43'] }]);
});

test('a size whose price cannot be read withdraws neither its product nor itself', async () => {
  const hat = { size: 'M', title: 'Шапка', image: 'hat' };
  await importItems([{ size: '41' }, { size: '42' }, hat]);
  const before = await dealsOf();
  const all = await importItems([
    { size: '41', price: 'скоро' },
    { size: '42', price: 'скоро' },
    hat,
  ]);
  expect(all.counts).toMatchObject({ rejected: 2, removed: 0, inserted: 0 });
  expect(await dealsOf()).toEqual(before);
  const one = await importItems([{ size: '41' }, { size: '42', price: 'скоро' }, hat]);
  expect(one.counts).toMatchObject({ rejected: 1, removed: 0, inserted: 0 });
  const shoes = before.find(({ sizes }) => sizes !== null);
  expect((await dealsOf()).find(({ id }) => id === shoes?.id)).toMatchObject({
    title: 'Маратонки Рим',
    sizes: ['41', '42'],
  });
});
