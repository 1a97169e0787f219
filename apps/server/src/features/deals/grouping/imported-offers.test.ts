import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { everyDeal } from '#features/search/deal-search.ts';
import { importFrom, useFolder } from '#test/import-harness.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { groupOffers } from './group-offers.ts';

const postgres = useTestDatabase();
const folder = useFolder();
const GTIN = '3800123450013';

const importRows = async (sourceId: string, rows: readonly (readonly string[])[]) => {
  const file = path.join(folder.path, `${sourceId}.tsv`);
  await writeFile(file, rows.map((row) => `${row.join('\t')}\n`).join(''));
  await importFrom(postgres.current, folder.path, file, { sourceId });
  await groupOffers(postgres.current.database);
};

const importOne = async (sourceId: string, price: string, gtin = GTIN): Promise<void> => {
  const head = ['id', 'title', 'link', 'price', 'availability', 'gtin'];
  const other = ['other', `Other ${sourceId}`, `https://${sourceId}.example/other`, '5.00 EUR'];
  const one = [
    'one',
    `Lumo ${sourceId}`,
    `https://${sourceId}.example/one`,
    price,
    'in_stock',
    gtin,
  ];
  const rows =
    price === '' ? [head, [...other, 'in_stock', '']] : [head, one, [...other, 'in_stock', '']];
  await importRows(sourceId, rows);
};

const importPhoto = (sourceId: string, title: string, photo: string): Promise<void> =>
  importRows(sourceId, [
    ['id', 'title', 'link', 'price', 'image_link'],
    ['one', title, `https://${sourceId}.example/one`, '20.00 EUR', photo],
  ]);

/** The offers found that are not the other one. */
const found = async (): Promise<readonly (readonly [string, number])[]> => {
  const { database } = postgres.current;
  const { hits } = await createPostgresDealSearch(database).search(everyDeal, 100, null);
  const rows = await database
    .selectFrom('deals')
    .select(['source_id', 'offer_count'])
    .where(
      'id',
      'in',
      hits.map(({ id }) => Number(id)),
    )
    .where('external_id', '=', 'one')
    .orderBy('source_id')
    .execute();
  return rows.map((row) => [row.source_id, row.offer_count]);
};

beforeEach(async () => {
  const { database } = postgres.current;
  for (const table of ['price_observations', 'deals', 'sources', 'offer_keys'] as const)
    await database.deleteFrom(table).execute();
});

test('offers of imported feeds are merged, follow their prices, and are separated again', async () => {
  await importOne('alpha', '20.00 EUR');
  await importOne('beta', '15.00 EUR');
  expect(await found()).toEqual([['beta', 2]]);

  await importOne('beta', '25.00 EUR');
  expect(await found()).toEqual([['alpha', 2]]);

  await importOne('alpha', '');
  expect(await found()).toEqual([['beta', 1]]);

  await importOne('alpha', '20.00 EUR');
  expect(await found()).toEqual([['alpha', 2]]);

  await importOne('beta', '25.00 EUR', '3800123450020');
  expect(await found()).toEqual([
    ['alpha', 1],
    ['beta', 1],
  ]);
});

test('offers without a GTIN are merged by photo and title together, by neither alone', async () => {
  await importPhoto('alpha', 'Планински велосипед Vrah 29', 'https://maker.example/vrah.jpg');
  await importPhoto('beta', 'Vrah 29, планински велосипед', 'http://maker.example/vrah.jpg');
  await importPhoto('delta', 'Велосипед дамски', 'https://maker.example/vrah.jpg');
  await importPhoto('gamma', 'Планински велосипед Vrah 29', 'https://maker.example/other.jpg');
  expect(await found()).toEqual([
    ['alpha', 2],
    ['delta', 1],
    ['gamma', 1],
  ]);
});
