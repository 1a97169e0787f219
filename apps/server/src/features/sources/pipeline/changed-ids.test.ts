import { expect, test } from 'vitest';
import { feedOf, importText, useFolder } from '#test/import-harness.ts';
import { useTestDatabase } from '#test/test-database.ts';

const database = useTestDatabase();
const folder = useFolder();

const importAs = (sourceId: string, text: string) =>
  importText(database.current, folder.path, { name: `${sourceId}.xml`, text }, { sourceId });

const dealsOf = async (sourceId: string) => {
  const { rows } = await database.current.pool.query<{ id: number; external_id: string }>(
    `SELECT id, external_id, status, array(
       SELECT price_amount::integer FROM price_observations WHERE deal_id = deals.id ORDER BY observed_at
     ) AS prices FROM deals WHERE source_id = $1 ORDER BY id`,
    [sourceId],
  );
  return rows;
};

const numbers = Array.from({ length: 20 }, (_, at) => String(at));
const shop = (price: string): string => feedOf(numbers.map((id) => ({ id, price })));
/** One offer with a GTIN. */
const coded = (id: string): string =>
  feedOf([{ id, price: '10 EUR' }]).replace('<g:price>', '<g:gtin>4006381333931</g:gtin><g:price>');
/** Offers of one page. */
const sizes = (...ids: readonly string[]): string =>
  feedOf(ids.map((id) => ({ id, price: '10 EUR' }))).replaceAll(
    /<link>https:\/\/s[^<]*/g,
    '<link>https://s.example.bg/shoe',
  );
const renamed = (text: string): string => text.replaceAll('<g:id>', '<g:id>new-');

test('deals keep their history when a shop gives all of them other ids, and that is reported', async () => {
  await importAs('renaming', shop('10 EUR'));
  const before = await dealsOf('renaming');
  const { counts, note } = await importAs('renaming', renamed(shop('12 EUR')));
  expect(counts).toMatchObject({ inserted: 0, updated: 20, removed: 0 });
  expect(note).toMatchObject({ code: 'IDS_CHANGED', detail: expect.stringContaining('20 of 20') });
  expect(await dealsOf('renaming')).toEqual(
    before.map(({ id, external_id }) => ({
      id,
      external_id: `new-${external_id}`,
      status: 'active',
      prices: [1_000, 1_200],
    })),
  );
  expect(await importAs('renaming', renamed(shop('12 EUR')))).toMatchObject({
    counts: { unchanged: 20 },
    note: null,
  });
});

test('a few changed ids are no news', async () => {
  await importAs('few', shop('10 EUR'));
  const { counts, note } = await importAs(
    'few',
    shop('10 EUR').replace('<g:id>3<', '<g:id>new-3<'),
  );
  expect({ counts, note }).toMatchObject({ counts: { updated: 1, unchanged: 19 }, note: null });
});

test('a GTIN identifies a deal whose page moved too', async () => {
  await importAs('moved', coded('a'));
  const [before] = await dealsOf('moved');
  await importAs('moved', coded('b'));
  expect(await dealsOf('moved')).toEqual([{ ...before, external_id: 'b' }]);
});

test('offers that share a page are not taken for each other', async () => {
  await importAs('sizes', sizes('41', '42'));
  const before = await dealsOf('sizes');
  const { counts } = await importAs('sizes', sizes('43', '44'));
  expect(counts).toMatchObject({ inserted: 2, removed: 2, updated: 0 });
  expect((await dealsOf('sizes')).slice(0, 2)).toMatchObject(
    before.map(({ id }) => ({ id, status: 'deleted' })),
  );
});
