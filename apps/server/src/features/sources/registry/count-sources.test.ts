import { expect, test } from 'vitest';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { countPagesRead, vacuum } from '#test/rows-read.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { countActiveDeals } from './count-sources.ts';

const postgres = useTestDatabase();

test('active deals are counted without reading the deals', async () => {
  const { database, connectionString } = postgres.current;
  await insertSources(database);
  for (const source_id of ['shop', 'board'])
    await insertDeals(
      database,
      Array.from({ length: 1_000 }, () => aDeal({ source_id, description: 'Word '.repeat(100) })),
    );
  await insertDeals(database, [aDeal({ status: 'expired' })]);
  await vacuum(database, ['deals']);
  expect(await countActiveDeals(database)).toEqual(
    new Map([
      ['shop', 1_000],
      ['board', 1_000],
    ]),
  );
  expect(await countPagesRead(connectionString, countActiveDeals)).toBeLessThan(20);
});
