import { expect, test } from 'vitest';
import { importText, useFolder } from '#test/import-harness.ts';
import { useTestDatabase } from '#test/test-database.ts';

const database = useTestDatabase();
const folder = useFolder();

const importAs = (sourceId: string, text: string) =>
  importText(database.current, folder.path, { name: `${sourceId}.tsv`, text }, { sourceId });

const HEADER = 'id\ttitle\tlink\tavailability\tprice';
const rowsOf = (count: number): string =>
  [
    HEADER,
    ...Array.from(
      { length: count },
      (_, at) => `n${at}\tЧайник ${at}\thttps://s.example.bg/${at}\tin_stock\t199.00 EUR`,
    ),
    '',
  ].join('\n');
/** The first rows of a feed, without what follows them. */
const firstRows = (text: string, count: number): string =>
  text
    .split('\n')
    .slice(0, count + 1)
    .join('\n') + '\n';

const activeOf = async (sourceId: string) => {
  const { rows } = await database.current.pool.query<{ amount: number }>(
    `SELECT price_amount::integer AS amount FROM deals
      WHERE source_id = $1 AND status = 'active' ORDER BY id`,
    [sourceId],
  );
  return rows.map(({ amount }) => amount);
};

test('a tab-separated feed that breaks off in its last price changes no price', async () => {
  const whole = rowsOf(5);
  await importAs('in-price', whole);
  const { counts } = await importAs('in-price', whole.slice(0, -'9.00 EUR\n'.length));
  expect(counts).toMatchObject({ rejected: 1, unchanged: 4, updated: 0, removed: 0 });
  expect(await activeOf('in-price')).toEqual(Array.from({ length: 5 }, () => 199_00));
});

/** Three rows, the last without a line end. */
const openEnded = (price: string): string =>
  `${rowsOf(2)}n2\tЧайник 2\thttps://s.example.bg/2\tin_stock\t${price}`;

test('a tab-separated feed that never ends with a line end changes its last product', async () => {
  await importAs('open-ended', openEnded('50.00 EUR'));
  const { counts } = await importAs('open-ended', openEnded('40.00 EUR'));
  expect(counts).toMatchObject({ rejected: 0, updated: 1 });
  expect(await activeOf('open-ended')).toEqual([199_00, 199_00, 40_00]);
});

test('a tab-separated feed that lost a third of its rows withdraws them at the second time', async () => {
  const whole = rowsOf(40);
  const half = firstRows(whole, 20);
  await importAs('at-row', whole);
  expect(await importAs('at-row', half)).toMatchObject({
    counts: { removed: 0 },
    note: { code: 'WITHDRAWALS_HELD_BACK', detail: expect.stringContaining('20 of 40') },
  });
  expect(await importAs('at-row', firstRows(whole, 12))).toMatchObject({
    counts: { removed: 0 },
  });
  expect(await importAs('at-row', whole)).toMatchObject({ note: null });
  await importAs('at-row', half);
  expect(await importAs('at-row', half)).toMatchObject({ counts: { removed: 20 }, note: null });
  expect(await activeOf('at-row')).toHaveLength(20);
});
