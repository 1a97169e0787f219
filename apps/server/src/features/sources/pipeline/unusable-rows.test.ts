import { expect, test } from 'vitest';
import { feedOf, importText, type Offer, useFolder } from '#test/import-harness.ts';
import { useTestDatabase } from '#test/test-database.ts';

const database = useTestDatabase();
const folder = useFolder();

const importOffers = async (sourceId: string, offers: readonly Offer[]) => {
  const { counts } = await importText(
    database.current,
    folder.path,
    { name: `${sourceId}.xml`, text: feedOf(offers) },
    { sourceId },
  );
  return counts;
};

const dealsOf = (sourceId: string) =>
  database.current.database
    .selectFrom('deals')
    .select(['price_amount', 'availability'])
    .where('source_id', '=', sourceId)
    .execute();

/** When each deal of a source was last checked, by its external id. */
const checksOf = async (sourceId: string) => {
  const { rows } = await database.current.pool.query<{ id: string; at: Date }>(
    `SELECT external_id AS id, coalesce(unread_since, deals.checked_at, sources.checked_at) AS at
       FROM deals JOIN sources ON sources.id = source_id WHERE source_id = $1`,
    [sourceId],
  );
  return Object.fromEntries(rows.map(({ id, at }) => [id, at.getTime()]));
};

test('a row that cannot be read does not count as checked, until it can', async () => {
  const good = { id: 'a', price: '1' };
  await importOffers('stale', [good, { id: 'b', price: '1' }]);
  const before = await checksOf('stale');
  for (let times = 0; times < 2; times += 1)
    await importOffers('stale', [good, { id: 'b', price: 'скоро' }]);
  const meanwhile = await checksOf('stale');
  expect(meanwhile['b']).toBe(before['b']);
  expect(meanwhile['a']).toBeGreaterThan(before['a'] ?? 0);
  await importOffers('stale', [good, { id: 'b', price: '1' }]);
  const after = await checksOf('stale');
  expect(after['b']).toBe(after['a']);
});

test('what is out of stock at no price is so at its last one, and counts as named', async () => {
  const offers = ['a', 'b', 'c'].map((id) => ({ id, price: '5' }));
  await importOffers('sold-out', offers);
  const soldOut = offers.map(({ id }) => ({
    id,
    price: '0',
    availability: 'out_of_stock' as const,
  }));
  for (const updated of [3, 0])
    expect(await importOffers('sold-out', soldOut)).toMatchObject({
      rejected: 3,
      removed: 0,
      updated,
    });
  const { rows } = await database.current.pool.query(
    `SELECT availability, price_amount::integer AS price, status, unread_since FROM deals
      WHERE source_id = 'sold-out'`,
  );
  const expected = { availability: 'out_of_stock', price: 500, status: 'active' };
  expect(rows).toEqual(offers.map(() => ({ ...expected, unread_since: null })));
  expect(await importOffers('sold-out', offers)).toMatchObject({ updated: 3 });
});

test('a usable row counts, whatever another row with its id says', async () => {
  await importOffers('twofold', [{ id: 'a', price: '5' }]);
  await importOffers('twofold', [
    { id: 'a', price: '0', availability: 'out_of_stock' },
    { id: 'a', price: '6' },
  ]);
  expect(await dealsOf('twofold')).toMatchObject([{ price_amount: 600, availability: 'in_stock' }]);
});
