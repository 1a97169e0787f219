import { expect, test } from 'vitest';
import { importText, useFolder } from '#test/import-harness.ts';
import { useTestDatabase } from '#test/test-database.ts';

const database = useTestDatabase();
const folder = useFolder();

interface Item {
  readonly title: string;
  readonly google?: string;
  readonly type?: string;
}

const itemOf = ({ title, google, type }: Item, at: number): string =>
  `<item><g:id>${at}</g:id><title>${title}</title><link>https://s.example.bg/${at}</link>
   <g:price>50 EUR</g:price>
   ${google === undefined ? '' : `<g:google_product_category>${google}</g:google_product_category>`}
   ${type === undefined ? '' : `<g:product_type>${type}</g:product_type>`}</item>`;

const importItems = async (sourceId: string, items: readonly Item[]) => {
  const text = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Магазин</title>
    <link>https://s.example.bg</link>${items.map(itemOf).join('')}</channel></rss>`;
  await importText(database.current, folder.path, { name: `${sourceId}.xml`, text }, { sourceId });
};

const dealsOf = async (sourceId: string) => {
  const rows = await database.current.database
    .selectFrom('deals')
    .select(['title', 'kind', 'category'])
    .where('source_id', '=', sourceId)
    .orderBy('external_id')
    .execute();
  return rows.map(({ title, kind, category }) => [title, kind, category]);
};

test('a deal has the kind that its feed names, else its words, and the category of that kind', async () => {
  const kitchen = 'Home &amp; Garden &gt; Kitchen &amp; Dining &gt; Kitchen Appliances';
  await importItems('kinds', [
    { title: 'Roma X2', google: `${kitchen} &gt; Coffee Makers &amp; Espresso Machines` },
    { title: 'ThinkPad T480', google: '328', type: 'Разни' },
    { title: 'Калъф за телефон', google: '267' },
    { title: 'Пералня Bosch', type: 'Електроуреди' },
    { title: 'XPS 13', type: 'Компютри &gt; Лаптопи' },
    { title: 'Roma X3' },
  ]);
  expect(await dealsOf('kinds')).toEqual([
    ['Roma X2', 'coffee-machine', 'home-garden'],
    ['ThinkPad T480', 'laptop', 'electronics'],
    ['Калъф за телефон', 'phone-case', 'electronics'],
    ['Пералня Bosch', 'washing-machine', 'home-garden'],
    ['XPS 13', 'laptop', 'electronics'],
    ['Roma X3', null, 'other'],
  ]);
});

test('a deal that says nothing has the kind of nearly all that its source files alike', async () => {
  const type = 'Сезонни';
  const tents = Array.from({ length: 9 }, (_, at) => ({ title: `Палатка ${at}`, type }));
  await importItems('neighbours', tents);
  const mixed = [
    { title: 'Палатка', type: 'Друго' },
    { title: 'Чадър', type: 'Друго' },
  ];
  const unsaid = [
    { title: 'Roma X4', type },
    { title: 'Roma X5', type: 'Друго' },
  ];
  await importItems('neighbours', [...tents, ...mixed, ...mixed, ...mixed, ...unsaid]);
  const deals = await dealsOf('neighbours');
  expect(deals).toContainEqual(['Roma X4', 'tent', 'sports']);
  expect(deals).toContainEqual(['Roma X5', null, 'other']);
});
